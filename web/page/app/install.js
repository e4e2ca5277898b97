/*
 * Makes the page an application that works without a network, where it is served with the two files
 * that this needs. A page from a file already is without one.
 */
export function install() {
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = 'manifest.webmanifest';
  document.head.append(link);
  navigator.serviceWorker.register('sw.js').catch(() => {
    /* It is served alone. */
  });
}
