import { refusal } from '../../../task-nodes/nodes/gateway/gateway-errors';
import { lookUpTimedOut, noWorker } from '../../../worker/connections/look-ups';
import { refusalOf } from '../../../worker/connections/refusal';
import { decisionRefused } from '../../../worker/tasks/reviews/review-service';
import type { Problem } from '../../../worker/problems/problem';

const node = {
	id: 'n1',
	name: 'Task',
	type: 'agentKnowledgeTask',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};
const asked = { connection: 'main', baseUrl: 'http://127.0.0.1:4010', scope: 'read:sources' };
const answered = (status: number | null) =>
	refusalOf({ status, title: 'Refused', detail: null, retryAfterMs: null }, asked);
const notSent = (type: string) =>
	refusalOf({ type, status: null, title: 'Not sent', detail: null, retryAfterMs: null }, asked);

it.each<[string, Problem, RegExp]>([
	['a key that the service refuses', answered(401), /API key.*worker's configuration.*restart the worker/],
	['a key without the scope', answered(403), /API key.*worker's configuration.*restart the worker/],
	['a service that is down', answered(null), /baseUrl.*run the node again later/],
	['a worker without the connection', notSent('connection_removed'), /operator.*same connections.*run the node again/],
	['a service that responds slowly', notSent('connection_busy'), /responds slowly.*Run the node again/],
	['a service that fails', answered(500), /baseUrl.*run the node again later/],
	['a service that takes no more calls', answered(429), /Retry later/],
	['a look-up that had no turn', lookUpTimedOut('main', 20_000), /Run the node again in some seconds/],
	['a late decision', decisionRefused('no_open_question', 'Ada already decided.'), /Nothing was decided.*Get Review/],
	['a decision on an older version', decisionRefused('stale_hash', 'It was edited.'), /current version.*Get Review/],
	['no worker', noWorker('main', 'api:main'), /readyz/],
])('%s is told with what to do, after the words of the gateway', (_what, problem, hint) => {
	const { message, description } = refusal({ node }, problem.status, problem.toBody());
	expect(message).toBe(`${problem.title} (${problem.status})`);
	const lines = (description ?? '').split('\n');
	expect(lines[0]).toBe(problem.detail);
	expect(lines.at(-1)).toMatch(hint);
});

it('a gateway that is older than the node is named with its version, and what to do', () => {
	const problem = {
		type: 'route_not_found',
		title: 'This gateway (version 0.0.9) has no such route',
		detail: 'The gateway does not serve POST /v1/syncs. /openapi.json lists every route.',
		issues: [],
	};
	const { message, description } = refusal({ node }, 404, problem);
	expect(message).toBe('This gateway (version 0.0.9) has no such route (404)');
	expect(description).toMatch(/POST \/v1\/syncs.*\n.*newer gateway\. Update agent-knowledge-worker/);
});
