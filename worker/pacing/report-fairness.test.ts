import { type FairnessSetting, type Reason, reportFairness } from './report-fairness';

function reported(paced: boolean, reason: Reason, setting: FairnessSetting, connections: number) {
	const log = { info: vi.fn(), warn: vi.fn() };
	reportFairness({ fairness: { paced, ordered: paced }, reason }, setting, connections, log);
	return { info: log.info.mock.calls.flat().join(' '), warn: log.warn.mock.calls.flat().join(' ') };
}

test('with true, a server that cannot pace is a warning, which says what to switch on', () => {
	const { warn, info } = reported(false, 'trial', true, 1);
	expect(warn).toMatch(/queue of its own, because a trial has shown.*temporal.fairness is true/);
	expect(warn).toContain('set matching.enableFairness to true');
	expect(info).toBe('');
});

test.each([
	['auto', 'trial', /because a trial has shown/],
	['auto', 'no pace', /because this server knows no pace/],
	[false, 'setting', /because temporal.fairness is false/],
] as const)('with %s, few connections are no warning, and the log says why: %s', (setting, reason, why) => {
	const { warn, info } = reported(false, reason, setting, 20);
	expect(warn).toBe('');
	expect(info).toMatch(why);
});

test('many connections with a queue each are a warning, which says what to do', () => {
	expect(reported(false, 'trial', 'auto', 21).warn).toContain('set matching.enableFairness to true');
	expect(reported(false, 'setting', false, 21).warn).toContain('remove temporal.fairness');
});

test('with auto, a worker that may not set the pace warns, because another worker could decide otherwise', () => {
	expect(reported(false, 'not permitted', 'auto', 1).warn).toMatch(/keys of all workers/);
});

test.each(['auto', true] as const)('with %s, a server that can pace is no warning', (setting) => {
	const { warn, info } = reported(true, 'trial', setting, 100);
	expect(warn).toBe('');
	expect(info).toMatch(/Temporal paces all connections in one queue, as a trial has shown/);
});
