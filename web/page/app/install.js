/*
 * Makes the page an application that works without a network, where it is served with the two files
 * that this needs. A page from a file already is without one, and a frame with an origin of its own may
 * not even ask.
 */
export function install() {
  if (!location.protocol.startsWith('http') || self.origin === 'null' || !('serviceWorker' in navigator)) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = 'manifest.webmanifest';
  document.head.append(link);
  navigator.serviceWorker.register('sw.js').catch(() => {
    /* It is served alone. */
  });
}
