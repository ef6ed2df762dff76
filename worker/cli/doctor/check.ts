import wrapAnsi from 'wrap-ansi';
import { type Check, fail, ok, warn } from '../../problems/check';
import { visibleText } from '../../../api';
import type { Screen } from '../screen';
import { CommandError, EXIT, printResult, type ResultOptions, type Terminal } from '../terminal';

export { type Check, fail, ok, warn };

/** `ok` with the finding; `fail` with the error and what to do. */
export async function checked(name: string, todo: string, look: () => Promise<string>): Promise<Check> {
	try {
		return ok(name, await look());
	} catch (error) {
		return fail(name, errorText(error), todo);
	}
}

/** The message of an error, with that of its cause. */
export function errorText(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const words = error.message === '' ? error.name : error.message;
	return error.cause instanceof Error && error.cause.message !== '' ? `${words} (${error.cause.message})` : words;
}

/** Prints one line per check. Below a finding it prints what to do. @throws CommandError when a check failed */
export function printChecks(checks: readonly Check[], options: ResultOptions, terminal: Terminal): void {
	const passed = checks.every(({ status }) => status !== 'fail');
	printResult(terminal, options, { ok: passed, checks }, () => checksText(checks, terminal.screen));
	if (!passed) throw new CommandError('', EXIT.failed);
}

/** The width of a status, with the blanks behind it. */
const STATUS_WIDTH = 6;
/** With fewer columns beside the names, findings stand below them. */
const NARROWEST = 40;

/** A line per check, and below it what to do. On a screen long texts wrap. */
export function checksText(checks: readonly Check[], screen: Screen | null): string {
	const width = Math.max(...checks.map(({ name }) => name.length));
	const isBeside = screen === null || screen.columns - STATUS_WIDTH - width - 2 >= NARROWEST;
	const indent = STATUS_WIDTH + (isBeside ? width + 2 : 0);
	const wrapped = (text: string) =>
		(screen === null
			? visibleText(text)
			: wrapAnsi(visibleText(text), screen.columns - indent, { hard: true })
		).replaceAll('\n', `\n${' '.repeat(indent)}`);
	const lines = checks.flatMap(({ name, status, detail, todo }) => {
		const start = `${status.padEnd(STATUS_WIDTH)}${name}`;
		const finding = wrapped(detail);
		return [
			isBeside ? `${start.padEnd(indent)}${finding}` : `${start}\n${' '.repeat(indent)}${finding}`,
			...(todo === null ? [] : [`${' '.repeat(indent)}${wrapped(todo)}`]),
		];
	});
	const count = (wanted: Check['status']) => checks.filter(({ status }) => status === wanted).length;
	return [...lines, '', `${count('ok')} ok, ${count('warn')} warn, ${count('fail')} fail`].join('\n');
}

/** Milliseconds. Signed messages are valid for five minutes. Certificates and logs need a better clock. */
const WARN_FROM_MS = 30_000;
const FAIL_FROM_MS = 240_000;

/** Compares this machine's clock with another one. @param theirs milliseconds since 1970, just received */
export function checkClock(name: string, where: string, theirs: number, ours = Date.now()): Check {
	const seconds = Math.round(Math.abs(ours - theirs) / 1000);
	const finding = `The clock of this machine is ${seconds} s ${ours > theirs ? 'ahead of' : 'behind'} that of ${where}.`;
	const todo = 'Synchronize the clock (NTP). Receivers refuse signatures of webhooks after five minutes.';
	if (seconds * 1000 >= FAIL_FROM_MS) return fail(name, finding, todo);
	return seconds * 1000 >= WARN_FROM_MS
		? warn(name, finding, todo)
		: ok(name, `The same as that of ${where}, within ${Math.max(1, seconds)} s.`);
}
