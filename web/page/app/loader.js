/* Unpacks the page's script and runs it. */
import { unpacked } from './unpack.js';

async function run() {
  const script = document.createElement('script');
  script.src = URL.createObjectURL(new Blob([await unpacked('main').text()], { type: 'text/javascript' }));
  document.head.append(script);
}

run().catch((error) => {
  document.getElementById('notice')?.append(`This browser cannot run the page: ${error.message}`);
});
