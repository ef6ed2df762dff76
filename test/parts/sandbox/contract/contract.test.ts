import { agentSchema, listSchema, operations, runOf, SCOPES } from '../../../../api';
import { settingsSchema } from '../../../../sandbox/runtime/settings';
import { eventually } from '../../../support/time/eventually';
import { brokenBodies, brokenQueries, cases, pathParameters, refusals, withQuery } from './cases';
import { envelopeOf, limitHeadersOf } from './envelope-of';
import { samples } from './samples';
import { Stage } from './stage';

const scoped = cases.flatMap(({ operation: { scope }, ...rest }) => (scope === null ? [] : [{ ...rest, scope }]));
const ofAgents = cases.filter(({ operation }) => operation.params !== null);
const withJson = cases.filter(({ operation }) => operation.body?.kind === 'json');

const number = expect.stringMatching(/^\d+$/) as string;
const limitHeaders = [number, number, number];
const naming = (...fields: string[]) => expect.arrayContaining(fields) as string[];

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterEach(() => stage.reset());
afterAll(() => stage.close());

describe('the samples', () => {
	it('are one for each operation of the table, and no other', () => {
		expect(Object.keys(samples).sort()).toEqual(Object.keys(operations).sort());
	});

	it.each(cases)('of $id drive every status that the table names for it', ({ operation, sample }) => {
		const driven = new Set<number>(sample.refusals?.map(({ status }) => status));
		expect((operation.alsoAnswers ?? []).filter((status) => !driven.has(status))).toEqual([]);
	});

	it.each(withJson)('of $id have broken bodies', ({ sample }) => {
		expect(sample.brokenBodies?.length).toBeGreaterThanOrEqual(3);
	});
});

describe('a request that is right (specification, part 4)', () => {
	it.each(cases)('$id answers as the contract has it', async ({ id, operation, sample }) => {
		const answer = await stage.send(id, await sample.request(stage));

		expect(answer).toMatchObject({ status: operation.reply.status });
		expect(operation.reply.schema.safeParse(answer.body)).toMatchObject({ success: true });
		expect(limitHeadersOf(answer)).toEqual(limitHeaders);
	});
});

describe.each(settingsSchema.shape.endedRun.options)('a training run that has ended and is %s', (endedRun) => {
	const { schema } = operations.getTrainingStatus.reply;

	it.each(settingsSchema.shape.noRun.options)('answers as the contract has it (no run: %s)', async (noRun) => {
		await stage.sandbox.admin('PATCH', '/settings', { endedRun, noRun });
		const request = { params: { id: await stage.newAgent({ pageSeconds: 0 }) } };
		const read = async () => schema.parse((await stage.send('getTrainingStatus', request)).body);
		const ids: unknown[] = [];
		for (const run of ['first', 'second']) {
			expect([run, (await stage.send('retrain', request)).status]).toEqual([run, 202]);
			const ended = await eventually(read, ({ training }) => !training, 'training is a job of its own');
			expect(ended).toMatchObject({ training: false, canChat: true });
			ids.push(runOf(ended)?.id);
		}
		expect(new Set(ids).size).toBe(endedRun === 'kept' ? 2 : 1);
		expect(ids.every((id) => (endedRun === 'kept' ? typeof id === 'string' : id === undefined))).toBe(true);
	});

	it('shows one that is active', async () => {
		await stage.sandbox.admin('PATCH', '/settings', { endedRun });
		const { body } = await stage.send('getTrainingStatus', { params: { id: await stage.trainingAgent() } });
		expect(schema.parse(body)).toMatchObject({ training: true, run: { error: null } });
	});
});

describe('keys (specification, part 5)', () => {
	it.each(cases)('$id needs one', async ({ id, sample }) => {
		const answer = await stage.send(id, await sample.request(stage), null);
		expect(envelopeOf(answer)).toMatchObject({ status: 401, type: 'unauthorized', fields: [] });
		expect(limitHeadersOf(answer)).toEqual(limitHeaders);
	});

	it.each(cases)('$id refuses a mistyped one', async ({ id, sample }) => {
		const mistyped = `${stage.sandbox.running.seedKey}x`;
		const answer = await stage.send(id, await sample.request(stage), mistyped);
		expect(envelopeOf(answer)).toMatchObject({ status: 401, type: 'unauthorized' });
	});

	it.each(cases)('$id is content with its own scope alone', async ({ id, operation, sample }) => {
		const request = await sample.request(stage);
		const scopes = operation.scope === null ? [] : [operation.scope];
		const answer = await stage.withKey({ scopes }, (key) => stage.send(id, request, key));
		expect(answer).toMatchObject({ status: operation.reply.status });
	});

	it.each(scoped)('$id refuses a key with all scopes but $scope, and names it', async ({ id, scope, sample }) => {
		const request = await sample.request(stage);
		const scopes = SCOPES.filter((other) => other !== scope);
		const answer = await stage.withKey({ scopes }, (key) => stage.send(id, request, key));
		const detail = expect.stringContaining(scope) as string;
		expect(envelopeOf(answer)).toMatchObject({ status: 403, type: 'insufficient_scope', detail, fields: [] });
	});

	it.each(ofAgents)('$id does not find what is not of the agents of its key', async ({ id, sample }) => {
		const request = await sample.request(stage);
		const restricted = { scopes: [...SCOPES], agentIds: [await stage.newAgent()] };
		const answer = await stage.withKey(restricted, (key) => stage.send(id, request, key));
		expect(envelopeOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
	});

	it('listAgents shows the agents of its key alone', async () => {
		const agent = await stage.newAgent();
		const restricted = { scopes: [...SCOPES], agentIds: [agent] };
		const { body } = await stage.withKey(restricted, (key) => stage.send('listAgents', {}, key));
		expect(listSchema(agentSchema).parse(body)).toMatchObject({ items: [{ id: agent }], total: 1 });
	});
});

describe('what is not there (specification, part 7)', () => {
	it.each(pathParameters)('$id does not find an unknown $name', async ({ id, name, kind, sample }) => {
		const request = await sample.request(stage);
		const unknown = kind === 'integer' ? '999999999' : 'nobody';
		const answer = await stage.send(id, { ...request, params: { ...request.params, [name]: unknown } });
		expect(envelopeOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
	});
});

describe('requests that are broken (specification, part 7)', () => {
	const integers = pathParameters.filter(({ kind }) => kind === 'integer');
	it.each(integers)('$id: $name is no number', async ({ id, name, sample }) => {
		const request = await sample.request(stage);
		const answer = await stage.send(id, { ...request, params: { ...request.params, [name]: 'x7' } });
		expect(envelopeOf(answer)).toMatchObject({ status: 400, type: 'invalid_request', fields: naming(name) });
	});

	it.each(brokenQueries)('$id: $value', async ({ id, name, change, sample }) => {
		const answer = await stage.send(id, withQuery(await sample.request(stage), change));
		expect(envelopeOf(answer)).toMatchObject({ status: 400, type: 'invalid_request', fields: naming(name) });
	});

	it.each(brokenBodies)('$id: $shown', async ({ id, body, fields, sample }) => {
		const answer = await stage.send(id, { ...(await sample.request(stage)), body });
		expect(envelopeOf(answer)).toMatchObject({ status: 400, type: 'invalid_request', fields: naming(...fields) });
		expect(envelopeOf(answer).fields).not.toEqual([]);
	});
});

describe('further refusals (specification, part 7)', () => {
	it.each(refusals)('$id: $what is $status $type', async ({ id, request, status, type, detail, fields }) => {
		const answer = await stage.send(id, await request(stage));
		expect(envelopeOf(answer)).toMatchObject({ status, type, fields: naming(...fields) });
		expect(envelopeOf(answer).detail).toMatch(detail);
		expect(limitHeadersOf(answer)).toEqual(limitHeaders);
	});
});

describe('the rate limit (specification, part 8)', () => {
	it.each(cases)('$id says when to come again', async ({ id, sample }) => {
		const request = await sample.request(stage);
		await stage.sandbox.admin('PATCH', '/settings', { rateLimit: 1 });
		const answer = await stage.withKey({ scopes: [...SCOPES] }, async (key) => {
			await stage.send('getUsage', {}, key);
			return stage.send(id, request, key);
		});
		expect(envelopeOf(answer)).toMatchObject({ status: 429, type: 'rate_limit_exceeded' });
		expect(answer.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
		expect(limitHeadersOf(answer)).toEqual(['1', '0', number]);
	});
});
