import { LIMITS, listSchema, sourceSchema } from '../../../../api';
import { eventually } from '../../../support/time/eventually';
import { cases } from './cases';
import { envelopeOf, limitHeadersOf } from './envelope-of';
import type { SampleRequest } from './stage';
import { Stage } from './stage';

const withBody = cases.filter(({ operation }) => operation.body?.kind === 'json');
const number = expect.stringMatching(/^\d+$/) as string;

let stage: Stage;
beforeAll(async () => {
	stage = await Stage.open();
});
afterAll(() => stage.close());

const sources = listSchema(sourceSchema);
const readList = async (agent: string, list: string) =>
	(await stage.sandbox.call('GET', `/agents/${agent}/${list}`)).body;

/** All that the agent has and that a request could have made or changed. */
async function stateOf(agent: string): Promise<unknown> {
	const lists = ['sources', 'qa-pairs', 'conversations', 'leads', 'training-status', 'email', 'cod-confirmations'];
	return Promise.all(lists.map((list) => readList(agent, list)));
}

/** A source that is still being indexed would change between two reads without any request. */
async function untilIndexed(agent: string): Promise<void> {
	const readSources = async () => sources.parse(await readList(agent, 'sources')).items;
	await eventually(
		readSources,
		(items) => items.every(({ status }) => status !== 'processing'),
		'a source is indexed by a job of its own',
	);
}

/** Sends these bytes to an operation. Returns the response, and the agent's state before and after it. */
async function sendBytes(id: (typeof cases)[number]['id'], request: SampleRequest, body: string, type: string) {
	const agent = request.params?.['id'] ?? stage.email.agent;
	await untilIndexed(agent);
	const before = await stateOf(agent);
	const answer = await stage.sendBytes(id, request, body, type);
	return { answer, before, after: await stateOf(agent) };
}

describe.each(withBody)('$id, sent with a body that is none', ({ id, sample }) => {
	it.each([
		['half of a JSON text', '{"message":"a', 'application/json', 400],
		['JSON of another charset', '\ufeff{', 'application/json; charset=utf-16', 400],
		['a prototype', '{"__proto__":{"admin":true}}', 'application/json', 400],
		['a list', '[]', 'application/json', 400],
		['a text', '"a"', 'application/json', 400],
		['lists in lists', '['.repeat(100_000), 'application/json', 400],
		['plain text', '{}', 'text/plain', 415],
		['a form', 'message=a', 'application/x-www-form-urlencoded', 415],
		['XML', '<a/>', 'application/xml', 415],
	])('refuses %s in the envelope, and does nothing', async (_what, body, type, status) => {
		const { answer, before, after } = await sendBytes(id, await sample.request(stage), body, type);

		expect(envelopeOf(answer)).toMatchObject({ status });
		expect(limitHeadersOf(answer)).toEqual([number, number, number]);
		expect(after).toEqual(before);
	});

	it('refuses 9 MB in the envelope, and does nothing', async () => {
		const long = JSON.stringify({ message: 'a'.repeat(9 * LIMITS.textSnippetBytes) });
		const { answer, before, after } = await sendBytes(id, await sample.request(stage), long, 'application/json');

		expect(envelopeOf(answer)).toMatchObject({ status: 413 });
		expect(after).toEqual(before);
	});
});

describe('an address that is near to one of the table', () => {
	it.each(cases)('of $id is 404 in the envelope', async ({ id, sample }) => {
		const request = await sample.request(stage);

		for (const change of [(path: string) => `${path}/more/more`, (path: string) => path.toUpperCase()]) {
			const answer = await stage.sendTo(id, request, change);
			expect(envelopeOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
			expect(limitHeadersOf(answer)).toEqual([number, number, number]);
		}
	});

	it.each(cases)('of $id is 404 by a method that is none of its own', async ({ operation }) => {
		const answer = await stage.sandbox.call('PUT', operation.path.replaceAll(/\{\w+\}/g, '1'), { body: {} });
		expect(envelopeOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
	});
});
