import { ApplicationFailure } from '@temporalio/common';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createClient } from '../../../api';
import type { TrainingSnapshot, WatchTraining } from '../../../workflows/retrain/activities';
import { taskErrorSchema } from '../../tasks/task-view';
import { judgeWatch, pollDelayMs } from './follow-run';
import { readTraining } from './look';

const NOW = Date.parse('2026-01-01T00:10:00Z');
const run = (more: object = {}) => ({
	id: 'run_2',
	phase: 'crawling',
	pagesCompleted: 5,
	pagesTotal: 10,
	pagesFailed: 0,
	startedAt: '2026-01-01T00:00:00Z',
	error: null,
	...more,
});
const snapshot = (more: Partial<TrainingSnapshot> = {}): TrainingSnapshot => ({
	training: true,
	canChat: false,
	run: run(),
	at: '2026-01-01T00:10:00Z',
	...more,
});
const watch = (more: Partial<WatchTraining> = {}): WatchTraining => ({
	agentId: 'a',
	runId: 'run_2',
	before: 'run_1',
	until: 'ended',
	since: NOW - 600_000,
	reportFrom: NOW,
	reported: snapshot({ run: run({ pagesCompleted: 4 }) }),
	settleMs: 60_000,
	...more,
});

describe('judgeWatch', () => {
	it.each([
		['a run that is further', watch(), snapshot(), 'progress'],
		['a run that is no further', watch({ reported: snapshot() }), snapshot(), null],
		['progress soon after a report', watch({ reportFrom: NOW + 1 }), snapshot(), null],
		['a run that has ended', watch(), snapshot({ training: false }), 'ended'],
		[
			'chat in a watch for the end',
			watch({ reported: snapshot({ canChat: true }) }),
			snapshot({ canChat: true }),
			null,
		],
		['chat in a watch for it', watch({ until: 'canChat' }), snapshot({ canChat: true }), 'can-chat'],
		[
			'a failed run in a watch for chat',
			watch({ until: 'canChat' }),
			snapshot({ training: false, canChat: true, run: run({ error: 'x' }) }),
			'ended',
		],
		['another run', watch(), snapshot({ run: run({ id: 'run_3' }) }), 'replaced'],
		['no run', watch(), snapshot({ training: false, run: null }), 'gone'],
		['an active run that shows no more', watch(), snapshot({ run: null }), null],
		['an active run that never shows', watch({ runId: null }), snapshot({ run: null }), null],
		[
			'an active run that never shows, in a watch for chat',
			watch({ runId: null, until: 'canChat' }),
			snapshot({ run: null, canChat: true }),
			'can-chat',
		],
		['only the run before, while one is active', watch({ runId: null }), snapshot({ run: run({ id: 'run_1' }) }), null],
		[
			'no run, and chat where there was none',
			watch({ runId: null, since: NOW, couldChat: false }),
			snapshot({ training: false, run: null, canChat: true }),
			'not-visible',
		],
		[
			'no run, and chat as before, for a moment',
			watch({ runId: null, since: NOW, couldChat: true }),
			snapshot({ training: false, run: null, canChat: true }),
			null,
		],
		['a new run', watch({ runId: null }), snapshot(), 'identified'],
		['a new run that has ended', watch({ runId: null }), snapshot({ training: false }), 'ended'],
		[
			'only the run before, for a moment',
			watch({ runId: null, since: NOW }),
			snapshot({ run: run({ id: 'run_1' }) }),
			null,
		],
		[
			'only the run before, for long',
			watch({ runId: null }),
			snapshot({ training: false, run: run({ id: 'run_1' }) }),
			'not-visible',
		],
		['no run at all, for long', watch({ runId: null }), snapshot({ training: false, run: null }), 'not-visible'],
	])('judges %s', (_what, watched, seen, expected) => {
		expect(judgeWatch(watched, seen, NOW)).toBe(expected);
	});
});

describe('pollDelayMs', () => {
	const timing = { pollMinMs: 5_000, pollMaxMs: 60_000 };

	it('stays between its bounds, grows with the run and shrinks towards its end', () => {
		const at = (since: number, pagesCompleted: number) =>
			pollDelayMs(
				watch({ since: NOW - since }),
				snapshot({ run: run({ pagesCompleted, pagesTotal: 100 }) }),
				NOW,
				timing,
			);
		expect(at(10_000, 1)).toBe(5_000);
		expect(at(200_000, 20)).toBe(20_000);
		expect(at(3_600_000, 50)).toBe(60_000);
		expect(at(600_000, 99)).toBe(5_000);
		expect(pollDelayMs(watch({ runId: null }), snapshot({ run: null }), NOW, timing)).toBe(5_000);
	});
});

/** What a read comes to when the service answers with this. */
async function failureAfter(status: number, body: string): Promise<ApplicationFailure> {
	const server = createServer((_request, response) => {
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : '';
	const api = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'ak_secret' });
	try {
		await readTraining(api, 'agent_support', new AbortController().signal);
	} catch (error) {
		if (error instanceof ApplicationFailure) return error;
		throw error;
	} finally {
		server.close();
	}
	throw new Error('The read did not fail.');
}

describe('a read whose reply cannot be used', () => {
	it('ends the task when the reply is whole, and names what is wrong in it', async () => {
		const failure = await failureAfter(200, '{"agentStatus":"ready","training":"no"}');
		expect(failure).toMatchObject({ type: 'unexpected_reply', nonRetryable: true });
		expect(failure.message).toContain('training: ');
		const error = taskErrorSchema.parse(failure.details?.[0]);
		expect(error).toMatchObject({ type: 'unexpected_reply', status: 502 });
		expect(error.issues.map(({ path }) => path)).toContain('training');
		expect(JSON.stringify(failure)).not.toContain('ak_secret');
	});

	it.each([
		[200, '{"agentStatus":'],
		[200, ''],
		[200, '<html>Back soon</html>'],
		[503, '{"type":"unavailable","title":"Unavailable","status":503}'],
	])('is made again after %i %j', async (status, body) => {
		expect(await failureAfter(status, body)).toMatchObject({ nonRetryable: false });
	});
});
