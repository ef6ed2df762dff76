import { definitions } from '../../tasks/definitions';
import { TASK_TYPES } from '../../../workflows/contracts';
import { Connections } from '../../connections';
import { scheduleBodySchema, schedulePreviewSchema } from '../schemas';
import { type TestGateway, useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const input = { connection: 'main', agentIds: ['agent_support'] };
const body = { type: 'nightly-retrain', input, cron: '0 3 * * *' };

test('the tasks that can be scheduled are those of the definitions', () => {
	const offered = scheduleBodySchema.options.flatMap(({ shape }) => [...shape.type.values]);
	expect(offered.sort()).toEqual(TASK_TYPES.filter((type) => definitions[type].schedulable === true).sort());
});

test.each([
	['a cron line that is none', { ...body, cron: '0 3 * *' }, 'cron.0', 'five fields'],
	['one that never fires', { ...body, cron: ['0 3 * * *', '0 0 30 2 *'] }, 'cron.1', 'never fires'],
	['no cron line', { ...body, cron: [] }, 'cron', 'at least 1'],
	['an unknown zone', { ...body, timeZone: 'Nope/Nope' }, 'timeZone', 'is not a time zone'],
	['too much jitter', { ...body, jitterSeconds: 3601 }, 'jitterSeconds', 'at most 3600'],
	['an unknown field', { ...body, every: 'night' }, 'every', 'is unknown'],
	['a task that cannot be scheduled', { ...body, type: 'retrain-and-wait' }, 'type', ''],
	['a wrong input', { ...body, input: { ...input, atOnce: 0 } }, 'input.atOnce', 'at least 1'],
	['an unknown connection', { ...body, input: { connection: 'other' } }, 'input.connection', '"other" is unknown'],
])('%s is refused by its field, and nothing is kept', async (_what, payload, path, message) => {
	const { ask } = serve();
	const reply = await ask({ method: 'PUT', url: '/v1/schedules/nights', payload });
	expect([400, 404]).toContain(reply.status);
	expect(reply.body).toMatchObject({ issues: [{ path, message: expect.stringContaining(message) as string }] });
	expect((await ask({ url: '/v1/schedules' })).body).toEqual({ items: [] });
});

test.each([
	['GET', '/v1/schedules/none', undefined],
	['DELETE', '/v1/schedules/none', undefined],
	['POST', '/v1/schedules/none/pause', {}],
	['POST', '/v1/schedules/none/run-now', undefined],
])('%s %s of one that is not there is 404', async (method, url, payload) => {
	const { ask } = serve();
	const headers = { 'idempotency-key': 'once' };
	const reply = await ask({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
	expect(reply).toMatchObject({ status: 404, body: { type: 'schedule_not_found' } });
});

test.each([
	['a name with a slash', { method: 'PUT', url: '/v1/schedules/a%2Fb', payload: body }, 'id'],
	['a span that ends before it begins', spanOf('2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'), 'to'],
	['a span in the future', spanOf('2026-01-02T00:00:00Z', '2999-01-01T00:00:00Z'), 'to'],
	['a span without a time', spanOf('yesterday', '2026-01-01T00:00:00Z'), 'from'],
	['no key', { method: 'POST', url: '/v1/schedules/nights/run-now' }, 'Idempotency-Key'],
])('%s is refused by its field', async (_what, request, path) => {
	const { ask } = serve();
	const reply = await ask(request);
	expect(reply).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});

function spanOf(from: string, to: string) {
	const headers = { 'idempotency-key': 'once' };
	return { method: 'POST', url: '/v1/schedules/nights/backfill', headers, payload: { from, to } };
}

const schedulePath = '/v1/schedules/nights';
/** The gateway's service is not there, so that nothing can be checked with it: an input without agents needs no list. */
const connections = new Connections(
	{ main: { baseUrl: 'http://127.0.0.1:9', requestsPerMinute: 60 } },
	{ ask: () => Promise.resolve({ outcome: 'page', agents: [], more: false }) },
);
const nightly = { ...body, input: { connection: 'main' } };

async function put(ask: TestGateway['ask'], payload: object, headers: Record<string, string> = {}) {
	return ask({ method: 'PUT', url: schedulePath, payload, headers });
}

describe('the preview of the times', () => {
	const preview = async (payload: object) => {
		const { ask } = serve();
		return ask({ method: 'POST', url: '/v1/schedules/preview', payload });
	};

	test('has the next five of all lines, in order and each once', async () => {
		const { status, body: found } = await preview({ cron: ['0 3 * * *', '0 3,15 * * *'], timeZone: 'Europe/Berlin' });
		expect(status).toBe(200);
		const { next, timeZone, clockWarnings } = schedulePreviewSchema.parse(found);
		expect(clockWarnings).toEqual([]);
		expect(timeZone).toBe('Europe/Berlin');
		expect([next, new Set(next).size]).toEqual([next.toSorted(), 5]);
		for (const time of next)
			expect(new Date(time).toLocaleTimeString('en-GB', { timeZone, timeStyle: 'short' })).toMatch(/^(03|15):00$/);
	});

	test('says which clock changes skip and repeat a run', async () => {
		const { body: found } = await preview({ cron: '30 2 * * *', timeZone: 'Europe/Berlin' });
		const { clockWarnings } = schedulePreviewSchema.parse(found);
		// Which one comes first depends on the season of the test.
		expect(clockWarnings).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/ March \d+ 02:30 does not exist in Europe\/Berlin,.*: this run is skipped\.$/),
				expect.stringMatching(/ October \d+ 02:30 comes twice in Europe\/Berlin,.*: this runs once, at 01:30 UTC\.$/),
			]),
		);
		expect(clockWarnings).toHaveLength(2);
	});

	test.each([
		['a line that never fires', { cron: '0 0 31 2 *' }, 'cron.0', 'never fires'],
		[
			'a line whose times never exist',
			{ cron: '30 2 25-31 3 SUN', timeZone: 'Europe/Berlin' },
			'cron.0',
			'its times do not exist in Europe/Berlin',
		],
		['the second line', { cron: ['0 3 * * *', 'nightly'] }, 'cron.1', 'five fields'],
		['an unknown zone', { cron: '0 3 * * *', timeZone: 'Mars/Base' }, 'timeZone', 'is not a time zone'],
	])('refuses %s by its field', async (_what, payload, path, message) => {
		expect(await preview(payload)).toMatchObject({
			status: 400,
			body: { issues: [{ path, message: expect.stringContaining(message) as string }] },
		});
	});
});

describe('a new schedule', () => {
	test('takes no name of another one, and a repeat of it succeeds', async () => {
		const { ask } = serve({ connections });
		const first = await put(ask, nightly, { 'if-none-match': '*' });
		expect(first.status).toBe(200);
		expect((await put(ask, nightly, { 'if-none-match': '*' })).status).toBe(200);
		const taken = await put(ask, { ...nightly, cron: '0 4 * * *' }, { 'if-none-match': '*' });
		expect(taken).toMatchObject({ status: 412, body: { type: 'schedule_exists', issues: [{ path: 'id' }] } });
		expect((await ask({ url: schedulePath })).body).toMatchObject({ cron: ['0 3 * * *'] });
	});
});

describe('a change of a version', () => {
	test('is made once, and not over the change of another person', async () => {
		const { ask } = serve({ connections });
		const made = await put(ask, nightly);
		const tag = made.headers.get('etag') ?? '';
		expect(made.body).toMatchObject({ version: tag.replaceAll('"', '') });
		expect((await ask({ url: schedulePath })).headers.get('etag')).toBe(tag);

		const theirs = { ...nightly, cron: '0 4 * * *' };
		const changed = await put(ask, theirs, { 'if-match': tag });
		expect(changed.status).toBe(200);
		expect(changed.headers.get('etag')).not.toBe(tag);
		// The response was lost, so the same change comes again.
		expect((await put(ask, theirs, { 'if-match': tag })).status).toBe(200);

		const mine = { ...nightly, cron: '0 5 * * *' };
		expect(await put(ask, mine, { 'if-match': tag })).toMatchObject({
			status: 412,
			body: { type: 'schedule_changed' },
		});
		expect((await ask({ url: schedulePath })).body).toMatchObject({ cron: ['0 4 * * *'] });
		// A proxy that compresses responses weakens their tags.
		const weak = `W/${changed.headers.get('etag') ?? ''}`;
		expect((await put(ask, mine, { 'if-match': weak })).status).toBe(200);
	});

	test('of a schedule that somebody deleted is refused', async () => {
		const { ask } = serve({ connections });
		const tag = (await put(ask, nightly)).headers.get('etag') ?? '';
		await ask({ method: 'DELETE', url: schedulePath });
		expect(await put(ask, nightly, { 'if-match': tag })).toMatchObject({
			status: 412,
			body: { type: 'schedule_changed' },
		});
	});

	test('is noticed after a pause, and not after a run', async () => {
		const { ask } = serve({ connections });
		const tag = (await put(ask, nightly)).headers.get('etag');
		const now = { method: 'POST', url: `${schedulePath}/run-now`, headers: { 'idempotency-key': 'once' } };
		expect((await ask(now)).status).toBe(202);
		expect((await ask({ url: schedulePath })).headers.get('etag')).toBe(tag);
		await ask({ method: 'POST', url: `${schedulePath}/pause`, payload: {} });
		expect((await ask({ url: schedulePath })).headers.get('etag')).not.toBe(tag);
	});

	test.each([
		['no tag', { 'if-match': 'anything' }, 'If-Match'],
		['another condition', { 'if-none-match': '"a"' }, 'If-None-Match'],
		['both', { 'if-match': '"a"', 'if-none-match': '*' }, 'If-Match'],
	])('is refused with %s', async (_what, headers, path) => {
		const { ask } = serve({ connections });
		expect(await put(ask, nightly, headers)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
	});

	test('needs no version from the command line and the nodes', async () => {
		const { ask } = serve({ connections });
		await put(ask, nightly);
		expect((await put(ask, { ...nightly, cron: '0 5 * * *' })).status).toBe(200);
	});
});
