import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client, Connection } from '@temporalio/client';
import { temporalSettings } from '../../../worker/config';
import { Keyring } from '../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { ask, idOf, retrain } from '../../support/gateway/ask';
import { type GatewayPlatform, startPlatform } from '../../support/gateway/start-platform';
import { startOwnTemporal } from '../../support/temporal/own-server';
import { clientOf } from '../../support/temporal/connect-patiently';
import { eventually } from '../../support/time/eventually';
import { withSecret } from '../../parts/integration/gateway/use-subscriptions';

const SLOTS = 10;
const TO_DEAD = 200;
const TO_LIVE = 20;
const EXPORTS = 50;

const OTHER_DIGEST = '<Error><Code>BadDigest</Code><Message>The file has another digest.</Message></Error>';

const answersNothing: RequestListener = () => undefined;
const answers: RequestListener = (_request, response) => response.end('{}');
/** A bucket that passes the gateway's check, and then takes no file. */
const takesNoFile: RequestListener = ({ headers }, response) => {
	if (headers['content-md5'] !== undefined) response.writeHead(400).end(OTHER_DIGEST);
};

/** A subscriber, an n8n or a bucket. */
class Receiver {
	readonly bodies: string[] = [];
	open = 0;
	/** Messages and files that came, not the checks of a bucket. */
	begun = 0;
	private readonly server: Server;

	constructor(respond: RequestListener) {
		this.server = createServer((request, response) => {
			this.open += 1;
			if (request.headers['content-md5'] === undefined) this.begun += 1;
			response.on('close', () => (this.open -= 1));
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				this.bodies.push(Buffer.concat(chunks).toString());
				respond(request, response);
			});
		});
	}

	async start(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Returns once so many messages with these words have come. */
	async until(words: string, count: number): Promise<void> {
		await eventually(
			() => this.bodies.filter((body) => body.includes(words)).length,
			(found) => found >= count,
			'each message is sent by a workflow of its own',
		);
	}

	close(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}

// Fairness is the server's. The breaker and the shares of slots must do without it.
describe.each([true, false])('with a fair queue: %s', (fair) => {
	const [live, dead, bucket] = [new Receiver(answers), new Receiver(answersNothing), new Receiver(takesNoFile)];
	let platform: GatewayPlatform;
	let client: Client & { connection: Connection };
	let hosts: { live: string; dead: string };

	beforeAll(async () => {
		hosts = { live: await live.start(), dead: await dead.start() };
		const endpoint = `http://${await bucket.start()}`;
		const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
		platform = await startPlatform({
			callbackHosts: [hosts.live],
			webhookHosts: Object.values(hosts),
			clockFactor: 400,
			buckets: {
				silent: { bucket: 'reports', endpoint, region: 'us-east-1', prefix: '', pathStyle: true, ...credentials },
			},
			concurrency: { deliveries: SLOTS },
			...(fair ? {} : { temporal: startOwnTemporal(['matching.enableFairness=false']) }),
		});
		client = await clientOf(temporalSettings(platform.config), new Keyring(platform.config.encryption));
	});
	afterAll(async () => {
		for (const server of [live, dead, bucket]) server.close();
		await client.connection.close();
		await platform.close();
	});

	async function subscribe(host: string): Promise<string> {
		const body = { url: `http://${host}/events`, events: ['task.completed'] };
		const made = await ask(platform, { method: 'POST', path: '/v1/subscriptions', key: host, body });
		expect(made.status).toBe(201);
		return withSecret.parse(made.body).id;
	}

	/** Starts what a task starts when it publishes an event: the delivery to one subscriber. */
	async function publish(subscriptionId: string, index: number): Promise<void> {
		const event = {
			id: `${subscriptionId}-event-${index}`,
			type: 'task.completed',
			at: '2026-01-01T00:00:00.000Z',
			task: { id: 'retrain-and-wait~x', type: 'retrain-and-wait', connection: 'main', agentId: 'agent_support' },
			data: { status: 'completed' },
		};
		await client.workflow.start('resendEvents', {
			workflowId: `publish/${event.id}`,
			taskQueue: INTERNAL_QUEUE,
			args: [[{ event, subscriptionIds: [subscriptionId] }], 'once', []],
		});
	}

	async function publishMany(subscriptionId: string, count: number): Promise<void> {
		const all = Array.from({ length: count }, (_, index) => index);
		for (let from = 0; from < count; from += 50)
			await Promise.all(all.slice(from, from + 50).map((index) => publish(subscriptionId, index)));
	}

	test('200 events to a dead receiver do not delay events to a live one', async () => {
		await publishMany(await subscribe(hosts.dead), TO_DEAD);
		await eventually(() => dead.open > 0, Boolean, 'the first delivery begins a moment later');
		await publishMany(await subscribe(hosts.live), TO_LIVE);
		await live.until('task.completed', TO_LIVE);
		// In the order in which they were published, each of the others would have been tried before.
		expect(dead.begun).toBeLessThan(TO_DEAD);
		expect(dead.open).toBeLessThan(SLOTS);
	});

	test('50 export files that are not taken do not delay a callback', async () => {
		const input = { connection: 'main', agentIds: ['agent_support'], bucket: 'silent' };
		for (let index = 0; index < EXPORTS; index += 1) {
			const started = await ask(platform, {
				method: 'POST',
				path: '/v1/tasks/lead-export',
				key: `export ${index}`,
				body: input,
			});
			expect(started.status).toBe(202);
		}
		await eventually(
			() => bucket.open,
			(open) => open >= platform.config.concurrency.assemblies,
			'each export reads its leads first',
		);
		const taskIds = [idOf(await ask(platform, retrain('beside exports')))];
		const body = { taskIds, callbackUrl: `http://${hosts.live}/resume`, executionId: '7', nodeId: 'node', runIndex: 0 };
		const wait = await ask(platform, { method: 'POST', path: '/v1/waits', body });
		expect(wait.status).toBe(202);
		await live.until(idOf(wait), 1);
		expect(bucket.begun).toBeLessThan(EXPORTS);
		await eventually(
			() => bucket.open,
			(seen) => expect(seen).toBe(platform.config.concurrency.assemblies),
			'a worker of assemblies takes the next export a moment later',
		);
	});
});
