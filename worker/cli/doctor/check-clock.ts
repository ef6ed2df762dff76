import { type Check, fail, ok, warn } from './check';

/** Signed messages are taken for five minutes; certificates and logs bear less. Milliseconds. */
const ODD_MS = 30_000;
const WRONG_MS = 240_000;

/** Compares this machine's clock with another one. @param theirs milliseconds since 1970, as just heard */
export function checkClock(name: string, where: string, theirs: number, ours = Date.now()): Check {
	const seconds = Math.round(Math.abs(ours - theirs) / 1000);
	const told = `The clock of this machine is ${seconds} s ${ours > theirs ? 'ahead of' : 'behind'} that of ${where}.`;
	const todo = 'Set the clock by the network (NTP): signatures of webhooks are refused after five minutes.';
	if (seconds * 1000 >= WRONG_MS) return fail(name, told, todo);
	return seconds * 1000 >= ODD_MS
		? warn(name, told, todo)
		: ok(name, `The same as that of ${where}, within ${Math.max(1, seconds)} s.`);
}
