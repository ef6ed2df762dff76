import { randomBytes } from 'node:crypto';
import { eventually, isThere } from '../../support/time/eventually';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { ask, linkOf, retrain } from '../../support/gateway/ask';
import { Reviews } from '../../support/gateway/reviews';
import { reviewsOn } from '../../support/gateway/reviews-on';
import { type Collector, type Span, startCollector } from '../../support/site/collector';
import { type NotingProxy, startNotingProxy } from './noting-proxy';
import { Site } from '../../support/site/start-site';

let receiver: Receiver;
let collector: Collector;
let site: Site;
let service: NotingProxy;

beforeAll(async () => {
	[receiver, collector] = await Promise.all([startReceiver(), startCollector()]);
	site = await Site.start({
		destinations: { hook: { type: 'webhook', url: receiver.url, secret: receiver.secret } },
	});
	service = await startNotingProxy(site.sandbox.apiUrl);
	const main = { baseUrl: service.url, apiKey: site.sandbox.seedKey, requestsPerMinute: 6_000 };
	await site.change({ connections: { main } });
	await site.restart();
});

afterAll(async () => {
	await site.stop();
	await Promise.all([service.close(), receiver.close(), collector.close()]);
});

/** Starts a retrain-and-wait in the trace of a caller. @returns its link */
async function startIn(traceparent: string, key: string): Promise<string> {
	const { path, body } = retrain(key);
	const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' };
	const more = { 'idempotency-key': key, traceparent, tracestate: 'mail=ada@client.example', baggage: 'key=secret' };
	const answer = await fetch(site.url + path, {
		method: 'POST',
		headers: { ...headers, ...more },
		body: JSON.stringify(body),
	});
	expect(answer.status).toBe(202);
	return linkOf({ status: 202, text: '', body: await answer.json() });
}

const ended = (link: string) => new Reviews(site).ended(link);

test('without an endpoint the service is told of no trace', async () => {
	const link = await startIn(`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`, 'untraced');
	expect(await ended(link)).toMatchObject({ status: 'completed' });
	expect(service.requests.some(({ request }) => request.endsWith('/retrain'))).toBe(true);
	expect(service.requests.filter(({ traceparent }) => traceparent !== undefined)).toEqual([]);
	expect(collector.received).toEqual([]);
});

describe('with an endpoint', () => {
	const trace = randomBytes(16).toString('hex');
	const caller = randomBytes(8).toString('hex');

	beforeAll(async () => {
		await site.change({ telemetry: { tracesEndpoint: collector.url } });
		await site.restart();
		service.requests.length = 0;
	});

	const named = (name: string) => {
		const spans = collector.spans(trace);
		const found = spans.find((span) => span.name === name);
		if (found === undefined) throw new Error(`No ${name} in: ${spans.map((span) => span.name).join(', ')}.`);
		return found;
	};
	const valueOf = (span: Span, key: string) =>
		Object.values(span.attributes.find((each) => each.key === key)?.value ?? {})[0];

	it('one trace goes from the caller through gateway, workflow and activity to the service', async () => {
		const link = await startIn(`00-${trace}-${caller}-01`, 'ada@client.example');
		expect(await ended(link)).toMatchObject({ status: 'completed' });
		await eventually(() => named('RunWorkflow:retrainAndWait'), isThere, 'the last span');
		const chain = [
			'POST /v1/tasks/retrain-and-wait',
			'StartWorkflow:retrainAndWait',
			'RunWorkflow:retrainAndWait',
			'StartActivity:requestTraining',
			'RunActivity:requestTraining',
			'retrain',
		].map(named);
		expect(chain.map(({ parentSpanId }) => parentSpanId)).toEqual([
			caller,
			...chain.slice(0, -1).map((span) => span.spanId),
		]);
		const call = named('retrain');
		expect(call.attributes.map(({ key }) => [key, valueOf(call, key)])).toEqual(
			expect.arrayContaining([
				['agent_knowledge.connection', 'main'],
				['http.request.method', 'POST'],
				['url.template', '/agents/{id}/retrain'],
				['http.response.status_code', 202],
			]),
		);
		const asked = service.requests.find(({ request }) => request === 'POST /api/v1/agents/agent_support/retrain');
		expect(asked?.traceparent).toBe(`00-${trace}-${call.spanId}-01`);
		for (const { headers } of service.requests) {
			expect(headers).not.toContain('tracestate');
			expect(headers).not.toContain('baggage');
		}
	});

	it('no span holds the key, the token, a secret, an address of a person or of a webhook', async () => {
		const { reviews } = await reviewsOn(site);
		const { id: agentId } = await site.admin.createAgent({ name: 'Sync', website: site.sandbox.siteUrl });
		await site.admin.captureLead(agentId, { name: 'Bob', email: 'bob@client.example' });
		const body = { version: 1, connection: 'main', agentId, destination: 'hook', intervalSeconds: 10 };
		const sync = linkOf(await ask(site, { method: 'POST', path: '/v1/tasks/lead-sync', key: 'sync', body }));
		await eventually(() => receiver.deliveries.length === 1, Boolean, 'the lead');
		await ask(site, { method: 'POST', path: `${sync}/cancel` });
		await site.admin.addFault('POST', '/agents/{id}/email/replies', { kind: 'lost-after' });
		const { link, question } = await reviews.asking('cy@client.example', { to: ['cy@client.example'] });
		await reviews.decide(link, 'yes of cy@client.example', { action: 'approve', hash: question.hash });
		expect(await ended(link)).toMatchObject({ status: 'completed' });
		expect((await ask(site, { path: '/v1/tasks/none?mail=cy@client.example' })).status).toBe(400);
		await ended(sync);
		const host = new URL(receiver.url).host;
		for (const name of [
			`POST ${host}`,
			'HandleUpdate:decide',
			'RunWorkflow:leadSync',
			'RunWorkflow:emailSendWithReview',
		])
			await eventually(() => collector.spans().find((span) => span.name === name), isThere, name);
		const all = collector.received.join('\n');
		const hidden = [site.sandbox.seedKey, site.token, receiver.secret, receiver.url, 'client.example', 'shop.example'];
		expect(hidden.filter((each) => all.includes(each))).toEqual([]);
		expect(/\w+@\w+/.exec(all)).toBeNull();
	});

	it('tasks go on when the collector is gone, and one that is open when traces are turned off', async () => {
		const reviews = new Reviews(site);
		const { link: open, question } = await reviews.asking('open', { to: ['dan@client.example'] });
		await collector.close();
		const link = await startIn(`00-${randomBytes(16).toString('hex')}-${caller}-01`, 'no collector');
		expect(await ended(link)).toMatchObject({ status: 'completed' });
		await eventually(
			() => site.logged,
			(seen) => seen.includes('The collector does not accept traces'),
			'the log',
		);
		await site.change({ telemetry: {} });
		await site.restart();
		await reviews.decide(open, 'yes', { action: 'approve', hash: question.hash });
		expect((await ended(open)).result).toMatchObject({ outcome: 'sent' });
	});
});
