// @ts-check
/**
 * `npm run test:stalls`: a suite, several times in a row, on a machine that is busy and that stalls. It shows that no
 * test depends on how fast the machine is. `-- --help` prints the options.
 */
import { prepareCheckout } from '../../build/checkout/prepare-checkout.mjs';
import { endWith, ReadableError } from '../../readable-error.mjs';
import { commandOfSuite, commandOfVitest } from './commands.mjs';
import { HELP, readOptions } from './options.mjs';
import { runStalled } from './stalled-run.mjs';

try {
	const options = readOptions(process.argv.slice(2));
	if (options.help) console.log(HELP);
	else await runAll(options);
} catch (error) {
	endWith(error);
}

/** @param {import('./options.mjs').Options} options */
async function runAll({ runs, suite, vitest, seed, every, stop }) {
	if (process.platform !== 'linux') throw new ReadableError('npm run test:stalls needs Linux, to find processes.');
	const command = vitest.length > 0 ? commandOfVitest(vitest) : commandOfSuite(suite);
	const interrupted = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => interrupted.abort());
	await prepareCheckout();
	/** @type {string[]} */
	const rows = [];
	let passedRuns = 0;
	for (let run = 1; run <= runs && !interrupted.signal.aborted; run += 1) {
		console.log(`\n▶ run ${run} of ${runs} with --seed ${seed}`);
		const outcome = await runStalled(command, { every, stop, seed: `${seed}-${run}` }, interrupted.signal);
		const { passed, failed } = outcome.count;
		for (const { name, message } of outcome.failures) console.log(`\n✘ ${name}\n${message}`);
		const row = `run ${run}: ${passed} passed, ${failed} failed (${outcome.seconds} s, ${outcome.stops} stops, ${outcome.left} processes left)`;
		console.log(`\n${row}\nIts output: ${outcome.logFile}`);
		rows.push(row);
		if (failed === 0 && passed > 0) passedRuns += 1;
	}
	console.log(`\n${rows.join('\n')}`);
	process.exitCode = passedRuns === runs ? 0 : 1;
}
