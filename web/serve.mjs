/*
 * A server of the page, one file, on this machine only and without any special header.
 *
 * Usage: node serve.mjs PAGE [PORT]. It prints the address and serves until it is interrupted. The
 * next free port is taken if PORT (8000) is not free.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';

const LAST_PORT = 65535;

function answer(page, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const found = pathname === '/' || pathname === '/index.html';
  response.writeHead(found ? 200 : 404,
    { 'content-type': found ? 'text/html; charset=utf-8' : 'text/plain' });
  response.end(found ? readFileSync(page) : 'There is only one page.\n');
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
