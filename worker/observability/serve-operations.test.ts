import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Counter, Registry } from 'prom-client';
import { type ReadinessCheck, serveOperations, type ServedOperations } from './serve-operations';

const open: ServedOperations[] = [];
afterEach(() => Promise.all(open.splice(0).map((served) => served.close())));

async function served(readiness: ReadinessCheck[], address = '127.0.0.1:0') {
	const registry = new Registry();
	new Counter({ name: 'told_total', help: 'Anything.', registers: [registry] }).inc();
	const started = await serveOperations({
		registry,
		readiness,
		address,
		hosts: ['metrics.example.com'],
		setting: 'telemetry.gatewayAddress',
	});
	open.push(started);
	return started.url;
}

const works: ReadinessCheck = { name: 'worker', check: () => Promise.resolve() };
const broken: ReadinessCheck = { name: 'temporal', check: () => Promise.reject(new Error('connection refused')) };

test('metrics, readiness and life are served where they belong, and nothing else', async () => {
	const url = await served([works]);
	expect(await (await fetch(`${url}/metrics`)).text()).toContain('told_total 1');
	const ready = await fetch(`${url}/readyz`);
	expect([ready.status, await ready.json()]).toEqual([200, { ready: true, checks: [{ name: 'worker', ok: true }] }]);
	expect(await (await fetch(`${url}/healthz?from=a-probe`)).json()).toEqual({ status: 'ok' });
	for (const [method, path] of [
		['GET', '/v1/tasks'],
		['POST', '/metrics'],
		['GET', '/metrics/..'],
	] as const)
		expect((await fetch(url + path, { method })).status).toBe(404);
});

test('what does not work is named, with why', async () => {
	const ready = await fetch(`${await served([works, broken])}/readyz`);
	expect(ready.status).toBe(503);
	expect(await ready.json()).toEqual({
		ready: false,
		checks: [
			{ name: 'worker', ok: true },
			{ name: 'temporal', ok: false, detail: 'connection refused' },
		],
	});
});

test('an address that is taken is named with its setting', async () => {
	const { host } = new URL(await served([]));
	await expect(served([], host)).rejects.toThrow(`${host}. Another program may listen there`);
	await expect(served([], host)).rejects.toThrow('telemetry.gatewayAddress');
});

test('metrics and readiness answer only to the names of this server', async () => {
	const url = new URL(await served([works]));
	const asked = async (path: string, host: string) => {
		const request = get({ host: url.hostname, port: url.port, path, headers: { host } });
		const [response] = (await once(request, 'response')) as [IncomingMessage];
		return { status: response.statusCode, text: await text(response) };
	};
	for (const path of ['/metrics', '/readyz', '/healthz']) {
		const rebound = await asked(path, `rebound.example.com:${url.port}`);
		expect(rebound).toEqual({ status: 421, text: expect.stringContaining('telemetry.hosts') as string });
		for (const host of [url.host, `localhost:${url.port}`, 'gateway:4021', 'metrics.example.com'])
			expect((await asked(path, host)).status).toBe(200);
	}
});
