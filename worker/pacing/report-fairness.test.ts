import { reportFairness } from './report-fairness';

const reported = (paced: boolean, isWanted: boolean, connections: number) => {
	const log = { info: vi.fn(), warn: vi.fn() };
	reportFairness({ paced, ordered: paced }, isWanted, connections, log);
	return { info: log.info.mock.calls.flat().join(' '), warn: log.warn.mock.calls.flat().join(' ') };
};

test('a server without fairness is a warning if temporal.fairness is true, and says what to switch on', () => {
	const { warn, info } = reported(false, true, 1);
	expect(warn).toContain('temporal.fairness is true, but this server does not pace');
	expect(warn).toContain('set matching.enableFairness to true');
	expect(info).toBe('');
});

test('without temporal.fairness, few connections are no warning, and many are', () => {
	expect(reported(false, false, 20).warn).toBe('');
	expect(reported(false, false, 21).warn).toContain('set matching.enableFairness');
});

test('a server with fairness is no warning', () => {
	expect(reported(true, true, 100)).toEqual({ info: 'Temporal paces all connections in one queue', warn: '' });
});
