import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { MockActivityEnvironment } from '@temporalio/testing';
import axios from 'axios';
import type { INode } from 'n8n-workflow';
import { generate } from 'selfsigned';
import { createClient } from '../../../../api';
import { failureOf } from '../../../../nodes/AgentKnowledge/transport/read-failure';
import { sendOnce } from '../../../../nodes/AgentKnowledge/transport/send-once';
import { unreachable } from '../../../../task-nodes/nodes/gateway/gateway-errors';
import { deliver } from '../../../../worker/activities/events/deliver';
import { Receivers } from '../../../../worker/activities/events/receivers';
import { checkGateway } from '../../../../worker/cli/doctor/check-gateway';
import { GatewayClient } from '../../../../worker/cli/gateway-client';
import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { configSchema } from '../../../../worker/config/schema';
import { bucketSchema } from '../../../../worker/storage/settings';
import { HubSpotDestination } from '../../../../worker/destinations/hubspot/hubspot-destination';
import { WebhookDestination } from '../../../../worker/destinations/webhook/webhook-destination';
import { Buckets } from '../../../../worker/storage/buckets';
import { newLead, pageOf } from '../destinations/lead';

let server: Server;
let host: string;
let url: string;

beforeAll(async () => {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
	server = createServer({ key, cert }, (_request, response) => response.end()).listen(0, '127.0.0.1');
	await once(server, 'listening');
	host = `localhost:${(server.address() as AddressInfo).port}`;
	url = `https://${host}`;
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const NODE = { id: 'n', name: 'Task', type: 'task', typeVersion: 1, position: [0, 0], parameters: {} } as INode;
const wordsOf = (error: unknown) =>
	error instanceof Error
		? [error.message, Reflect.get(error, 'detail'), Reflect.get(error, 'description')].join(' ')
		: String(error);
const failed = (work: Promise<unknown>) => work.then(() => 'It worked.', wordsOf);

/** Whoever meets a self-signed certificate, and what they say. */
const MEETINGS: ReadonlyArray<[who: string, say: () => Promise<string>]> = [
	[
		'the client of the service',
		() => failed(createClient({ baseUrl: url, apiKey: 'the-key' }).call('retrain', { params: { id: 'a' } })),
	],
	['the command line', () => failed(new GatewayClient(url, 'the-token').list({ limit: '10' }))],
	[
		'doctor',
		async () => {
			const connections = { main: { baseUrl: url, apiKey: 'the-key' } };
			const encryption = { keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' };
			const gateway = { publicUrl: url, tokens: [{ name: 'me', token: 'x'.repeat(24) }] };
			const [check] = await checkGateway(configSchema.parse({ connections, encryption, gateway }));
			return `${check?.detail ?? ''} ${check?.todo ?? ''}`;
		},
	],
	[
		'a webhook as a destination',
		() => failed(new WebhookDestination('to', { url, secret: SECRET }).writePage(pageOf([newLead()]))),
	],
	['its check', () => failed(new WebhookDestination('to', { url, secret: SECRET }).check())],
	['HubSpot as a destination', () => failed(hubspot().writePage(pageOf([newLead()])))],
	['its check', () => failed(hubspot().check())],
	['a bucket', () => failed(new Buckets({ leads: bucket() }).check('leads'))],
	[
		'a callback',
		() => {
			const settings = { allowedHosts: [host], signingSecret: SECRET, receivers: new Receivers(1) };
			return failed(
				new MockActivityEnvironment().run(() => deliver({ id: 'd', url: `${url}/x`, payload: {} }, settings)),
			);
		},
	],
	[
		'the node',
		async () => {
			const helpers = { httpRequestWithAuthentication: () => axios.get(url) };
			const sent = await sendOnce({ helpers } as never, { url });
			const waited = { times: 0, ms: 0 };
			const { title, detail, hint, uncertain } = failureOf(sent, {
				operationId: 'retrain',
				safety: 'ambiguous',
				host: url,
				waited,
			} as never).fields;
			expect(uncertain).toBe(false);
			return [title, detail, hint].join(' ');
		},
	],
	[
		'the node for tasks',
		async () =>
			wordsOf(
				unreachable({ node: NODE }, url, await axios.get(url).catch((error: unknown) => error), { isRead: true }),
			),
	],
];

const bucket = () =>
	bucketSchema.parse({ bucket: 'leads', endpoint: url, accessKeyId: 'key', secretAccessKey: 'secret' });

function hubspot(): HubSpotDestination {
	const config = destinationsSchema.parse({ crm: { type: 'hubspot', accessToken: 't', baseUrl: url } })['crm'];
	if (config?.type !== 'hubspot') throw new Error('It is another destination.');
	return new HubSpotDestination('crm', config);
}

test.each(MEETINGS)('%s says that a certificate is self-signed, and what to do', async (_who, say) => {
	const said = await say();
	expect(said).toMatch(/certificate.* is self-signed/);
	expect(said).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
	expect(said).toContain('NODE_EXTRA_CA_CERTS');
});
