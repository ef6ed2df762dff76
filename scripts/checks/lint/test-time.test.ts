import { brokenRules } from './broken-rules';

const RULES = ['no-timer', 'no-clock'];
const IMPORT = "import { setTimeout as pause, setImmediate as soon } from 'node:timers/promises';";

test.each([
	['await new Promise((resolve) => setTimeout(resolve, 50));', ['no-timer']],
	[`${IMPORT} await pause(50); await soon();`, ['no-timer']],
	['const ticking = setInterval(() => {}, 50); clearInterval(ticking);', ['no-timer']],
	['globalThis.setTimeout(() => {}, 50); const sleep = promisify(setTimeout);', ['no-timer', 'no-timer']],
	['await page.waitForTimeout(500);', ['no-timer']],
	['const since = Date.now() - performance.now();', ['no-clock', 'no-clock']],
	['const [at, said] = [new Date(), Date()];', ['no-clock', 'no-clock']],
	["const at = new Date('2026-01-01'); const pause = (ms: number) => ms; pause(50);", []],
	['vi.useFakeTimers(); setTimeout(() => {}, 50); expect(Date.now()).toBe(0);', []],
])('%s breaks %j', (code, rules) => {
	expect(brokenRules('test-time', RULES, `export {};\n${code}`)).toEqual(rules);
});
