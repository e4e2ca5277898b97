/*
 * A server of the page, and of the files beside it, on this machine only and without any
 * special header.
 *
 * Usage: node serve.mjs PAGE [PORT]. It prints the address and serves until it is interrupted. The
 * next free port is taken if PORT (8000) is not free.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LAST_PORT = 65535;

/* What is served, by its path; the page's name is that of the first. */
const BESIDE = { '/manifest.webmanifest': 'application/manifest+json', '/sw.js': 'text/javascript',
  '/preview.png': 'image/png' };

/* {file, type} of a request, or null. */
function served(page, pathname) {
  if (pathname === '/' || pathname === '/index.html') return { file: page, type: 'text/html; charset=utf-8' };
  const file = join(dirname(page), pathname.slice(1));
  return BESIDE[pathname] && existsSync(file) ? { file, type: BESIDE[pathname] } : null;
}

function answer(page, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const found = served(page, pathname);
  response.writeHead(found ? 200 : 404, { 'content-type': found ? found.type : 'text/plain' });
  response.end(found ? readFileSync(found.file) : 'There is only one page.\n');
}

/* Listens at a port, 0 for any, or at the next one that is free. {url, close()}. */
export function serve(page, port = 0) {
  const server = createServer((request, response) => answer(page, request, response));
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      if (error.code === 'EADDRINUSE' && port < LAST_PORT) server.listen(++port, '127.0.0.1');
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve({
      url: `http://127.0.0.1:${server.address().port}/`,
      close: () => server.close(),
    }));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [page, port = '8000'] = process.argv.slice(2);
  const { url } = await serve(page, Number(port));
  console.log(url);
}
