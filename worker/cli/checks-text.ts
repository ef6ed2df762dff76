import type { Check } from './doctor/check';
import { CommandError, EXIT } from './exit-codes';
import { printResult, type ResultOptions } from './result';
import type { Terminal } from './terminal';

/** Prints checks, a line each, with what to do below those that are not well. @throws CommandError when one failed */
export function printChecks(checks: readonly Check[], options: ResultOptions, terminal: Terminal): void {
	const wellEnough = checks.every(({ status }) => status !== 'fail');
	printResult(terminal, options, { ok: wellEnough, checks }, () => checksText(checks));
	if (!wellEnough) throw new CommandError('', EXIT.failed);
}

function checksText(checks: readonly Check[]): string {
	const width = Math.max(...checks.map(({ name }) => name.length));
	const lines = checks.flatMap(({ name, status, detail, todo }) => [
		`${status.padEnd(4)}  ${name.padEnd(width)}  ${detail}`,
		...(todo === null ? [] : [`${' '.repeat(width + 8)}${todo}`]),
	]);
	const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
	return [...lines, '', `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`].join('\n');
}
