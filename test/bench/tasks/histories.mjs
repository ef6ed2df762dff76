// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { CONNECTION } from '../rate/start-fleet.mjs';
import { exportLeads } from './export-leads.mjs';
import { askGateway, beginTask, resultOf, viewOf, workflowIdOf } from './fleet-tasks.mjs';
import { startLeadReceiver } from './lead-receiver.mjs';
import { approve, draftMail, hashOf, untilReviewing } from './mails.mjs';
import { makeAgent, makeMailbox } from './sandbox-data.mjs';
import { withFleet } from './with-fleet.mjs';

/** @typedef {import('./with-fleet.mjs').Bench} Bench */
/** @typedef {import('./with-fleet.mjs').Fleet} Fleet */

const RUNNING = proto.temporal.api.enums.v1.WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
const AGENT = 'agent_support';
const LEADS_AGENT = 'agent_many';
const NIGHTLY_AGENTS = 10;
const TEXTS = 20;
/** Training and indexing take seconds. */
const CLOCK_FACTOR = 60;
/** The most at which a dispatch is one call. */
const REQUESTS_PER_MINUTE = 600;
const PATIENCE_MS = 600_000;
/** A sync without anything new. */
const QUIET_MS = 60_000;

/**
 * One task of each type at a usual size, and what it leaves in Temporal: its own history, of all its runs.
 * @param {Bench} bench
 */
export async function measureHistories(bench) {
	const receiver = await startLeadReceiver();
	const options = {
		name: 'histories',
		clockFactor: CLOCK_FACTOR,
		requestsPerMinute: REQUESTS_PER_MINUTE,
		settings: { destinations: { receiver: receiver.destination } },
	};
	try {
		const figures = await withFleet(bench, options, async (fleet) => {
			const connection = await Connection.connect({ address: fleet.temporal.address });
			try {
				return await measureEach(bench, fleet, connection, receiver);
			} finally {
				await connection.close();
			}
		});
		return { figures: { tasks: figures }, shortfalls: [] };
	} finally {
		await receiver.stop();
	}
}

/**
 * @param {Bench} bench
 * @param {Fleet} fleet
 * @param {Connection} connection
 * @param {{ leads: () => number }} receiver
 */
async function measureEach({ sizes, say }, fleet, connection, receiver) {
	const leads = sizes.historyLeads;
	await makeAgent(fleet, LEADS_AGENT, leads);
	await makeMailbox(fleet, AGENT);
	/** @type {Array<[type: string, size: string, run: () => Promise<string>]>} */
	const tasks = [
		['retrain-and-wait', "a run over the sandbox's website", () => finished(fleet, 'retrain-and-wait', retrain())],
		['add-sources', `${TEXTS} texts`, () => finished(fleet, 'add-sources', texts())],
		['nightly-retrain', `${NIGHTLY_AGENTS} agents`, () => nightly(fleet)],
		['lead-export', `${leads} leads, a call at a time`, () => exported(fleet)],
		['lead-sync', `${leads} leads to a webhook, then none for a minute`, () => synced(fleet, receiver, leads)],
		['email-send-with-review', 'a new conversation, approved at once', () => mailed(fleet)],
	];
	const figures = [];
	for (const [type, size, run] of tasks) {
		const id = workflowIdOf(await run());
		const figure = { type, size, ...(await historyOf(connection, fleet.temporal.namespace, id)) };
		say(`${type}: ${figure.events} events, ${figure.bytes} bytes.`);
		figures.push(figure);
	}
	return figures;
}

/**
 * Of all its runs. Read as the server gives it: the memo is encrypted.
 * @param {Connection} connection
 * @param {string} namespace
 * @param {string} workflowId
 */
export async function historyOf({ workflowService }, namespace, workflowId) {
	const query = `WorkflowId = '${workflowId}'`;
	const ended = await waitUntil(`The end of ${workflowId} in the server's list`, async () => {
		const { executions } = await workflowService.listWorkflowExecutions({ namespace, query });
		return executions.length > 0 && executions.every(({ status }) => status !== RUNNING) ? executions : null;
	});
	return {
		runs: ended.length,
		events: sum(ended.map(({ historyLength }) => Number(historyLength))),
		bytes: sum(ended.map(({ historySizeBytes }) => Number(historySizeBytes))),
	};
}

/**
 * The same by the path of a task at the gateway.
 * @param {Fleet} fleet
 * @param {string} path
 */
export async function historyIn({ temporal }, path) {
	const connection = await Connection.connect({ address: temporal.address });
	try {
		return await historyOf(connection, temporal.namespace, workflowIdOf(path));
	} finally {
		await connection.close();
	}
}

/** @param {number[]} values */
function sum(values) {
	return values.reduce((total, value) => total + value, 0);
}

/**
 * @param {Fleet} fleet
 * @param {string} type
 * @param {object} input
 */
async function finished(fleet, type, input) {
	const path = await beginTask(fleet, type, { key: type, input: { connection: CONNECTION, ...input } });
	await resultOf(fleet, path);
	return path;
}

const retrain = () => ({ agentId: AGENT, waitUntil: 'finished' });

function texts() {
	const sources = Array.from({ length: TEXTS }, (_, number) => ({
		type: 'text',
		title: `Answer ${number}`,
		content: `Parcel ${number} takes ${number + 1} days.`,
	}));
	return { agentId: AGENT, sources };
}

/** @param {Fleet} fleet */
async function nightly(fleet) {
	const agentIds = Array.from({ length: NIGHTLY_AGENTS }, (_, number) => `agent_night_${number}`);
	for (const agentId of agentIds) await makeAgent(fleet, agentId);
	return finished(fleet, 'nightly-retrain', { agentIds });
}

/** @param {Fleet} fleet */
async function exported(fleet) {
	const { path } = await exportLeads(fleet, { agentId: LEADS_AGENT });
	return path;
}

/**
 * @param {Fleet} fleet
 * @param {{ leads: () => number }} receiver
 * @param {number} leads
 */
async function synced(fleet, receiver, leads) {
	const input = { connection: CONNECTION, agentId: LEADS_AGENT, destination: 'receiver', intervalSeconds: 10 };
	const path = await beginTask(fleet, 'lead-sync', { key: 'sync', input });
	const isThere = () => Promise.resolve(receiver.leads() >= leads ? true : null);
	await waitUntil('The sync of all leads', isThere, { timeoutMs: PATIENCE_MS });
	await sleep(QUIET_MS);
	await askGateway(fleet, `${path}/cancel`, { key: 'cancel', body: {} });
	await waitUntil('The end of the sync', async () => ((await viewOf(fleet, path)).status === 'running' ? null : true));
	return path;
}

/** @param {Fleet} fleet */
async function mailed(fleet) {
	const path = await draftMail(fleet, { agentId: AGENT, key: 'mail' });
	await untilReviewing(fleet, path);
	await approve(fleet, { agentId: AGENT, path, hash: await hashOf(fleet, path) });
	await resultOf(fleet, path);
	return path;
}
