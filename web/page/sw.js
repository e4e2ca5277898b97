/*
 * The page without a network, for those who serve it: the newest page if the server answers, else the
 * one that was kept. The name of the kept one changes with the page.
 */
const KEPT = 'tilepdb VERSION';
const FILES = ['./', './manifest.webmanifest'];

self.oninstall = (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
};

self.onactivate = (event) => event.waitUntil(caches.keys().then((names) => Promise.all(
  names.filter((name) => name.startsWith('tilepdb ') && name !== KEPT).map((name) => caches.delete(name)))));

self.onfetch = (event) => {
  const kept = () => caches.match(event.request, { ignoreSearch: true })
    .then((found) => found ?? (event.request.mode === 'navigate' ? caches.match('./') : Response.error()));
  if (event.request.method === 'GET') event.respondWith(fetch(event.request).catch(kept));
};
