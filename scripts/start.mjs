// @ts-check
/** `npm start`: starts everything on this machine, from a fresh clone. `npm start -- --help` shows the options. */
import { endWith } from './readable-error.mjs';
import { HELP, readOptions } from './start/options.mjs';
import { run } from './start/run.mjs';

const stop = new AbortController();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
	process.on(signal, () => {
		// A second signal ends everything at once: running processes are killed on exit.
		if (stop.signal.aborted) process.exit(130);
		stop.abort();
	});
}

try {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options.help) console.log(HELP);
	else await run(options, stop.signal);
} catch (error) {
	endWith(error);
}
