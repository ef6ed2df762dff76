import createClient from 'openapi-fetch';
import type { paths } from './gateway';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4020' });
const key = { header: { 'idempotency-key': 'k' } };
export async function run(): Promise<unknown> {

	const started = await client.POST('/v1/tasks/retrain-and-wait', { params: key, body: { connection: 'main', agentId: 'a', waitUntil: 'canChat' } });
	const problem: string | undefined = started.error?.detail;
	const id: string = started.data?.id ?? '';
	const task = await client.GET('/v1/tasks/{id}', { params: { path: { id }, query: { wait: 30 } } });
	const status: 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out' | undefined = task.data?.status;
	const decided = await client.POST('/v1/tasks/{id}/decision', { params: { ...key, path: { id } }, body: { action: 'approve', hash: 'h' } });
	const made = await client.POST('/v1/subscriptions', { params: key, body: { url: 'https://example.com', events: ['task.failed'] } });
	const secret: string | null | undefined = made.data?.secret;
	await client.POST('/v1/tasks/{id}/cancel', { params: { path: { id } } });
	await client.DELETE('/v1/schedules/{id}', { params: { path: { id: 'nights' } } });
	await client.POST('/v1/schedules/{id}/pause', { params: { path: { id: 'nights' } } });
	await client.GET('/v1/tasks', { params: { query: { fresh: true, ended: false } } });
	await client.POST('/hooks/{name}', { params: { path: { name: 'published' } }, body: { data: { id: 1 } } });
	const kept = await client.PUT('/v1/blobs', { body: new Blob(['text']), bodySerializer: (file) => file as Blob, headers: { 'content-type': 'application/octet-stream' } });
	const blob: string | undefined = kept.data?.blob;
	return [problem, status, decided.data, secret, blob];
}