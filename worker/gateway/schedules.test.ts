import { definitions } from '../tasks/definitions';
import { TASK_TYPES } from '../../workflows/contracts';
import { scheduleBodySchema } from './schemas';
import { testGateway } from './testing/test-gateway';

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
	const { ask } = await testGateway();
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
	const { ask } = await testGateway();
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
	const { ask } = await testGateway();
	const reply = await ask(request);
	expect(reply).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});

function spanOf(from: string, to: string) {
	const headers = { 'idempotency-key': 'once' };
	return { method: 'POST', url: '/v1/schedules/nights/backfill', headers, payload: { from, to } };
}
