import type { IDataObject } from 'n8n-workflow';
import { asTask, isRecord, textOf, UnexpectedResponse } from './gateway-responses';
import { type GatewayContext, timing } from './gateway-context';
import type { DescribeIssue } from './gateway-errors';
import { callGateway } from './gateway-request';
import { idInPath } from './id-in-path';

/** Identifies a sync. */
export interface SyncIdentity extends IDataObject {
	connection: string;
	/** Missing: the sync of several agents, or of all. */
	agentId?: string;
	/** The flow as a destination: flow:<name>. */
	flow: string;
}

export interface OpenSync extends SyncIdentity {
	label: string;
	intervalSeconds: number;
	maxAttempts: number;
	retryPauseSeconds: number;
	/** Start a sync again that a person has cancelled. */
	restart: boolean;
}

export interface OpenedSync {
	id: string;
	/** Number of the opening. A close only applies to its own opening, not to a later one. */
	opening: number;
}

export interface LeasedLeads {
	/** Null: no lead waits. */
	lease: string | null;
	leads: IDataObject[];
}

export interface LeadResult extends IDataObject {
	leadId: number;
	outcome: 'done' | 'failed' | 'refused' | 'released';
	reason: string;
}

/** Longest wait for leads in one request. Seconds. */
const TAKE_WAIT_SECONDS = 25;

/**
 * Starts the sync into the flow, or resumes it with these settings.
 * @param describeIssue names the fields of the node
 */
export async function openSync(
	context: GatewayContext,
	sync: OpenSync,
	describeIssue: DescribeIssue,
): Promise<OpenedSync> {
	return await callGateway(context, { method: 'POST', path: '/v1/syncs', body: sync, describeIssue }, (body) => {
		const { id } = asTask(body);
		const opening: unknown = isRecord(body) ? body['opening'] : undefined;
		if (typeof opening === 'number') return { id, opening };
		throw new UnexpectedResponse('expected the number of the opening');
	});
}

/** Asks the sync to hand out no more leads. It makes one attempt, because n8n waits for it. */
export async function closeSync(context: GatewayContext, { id, opening }: OpenedSync): Promise<void> {
	const call = { method: 'POST', path: pathOf(context, id, 'close'), body: { opening }, repeatAfterMs: [] } as const;
	await callGateway(context, { ...call, timeoutMs: timing.shortMs }, () => undefined);
}

/** Takes the next leads, after some seconds if none waits. @param key the same key takes the same leads */
export async function takeLeads(
	context: GatewayContext,
	id: string,
	lease: { max: number; leaseSeconds: number },
	key: string,
	signal: AbortSignal,
): Promise<LeasedLeads> {
	const call = { method: 'POST', path: pathOf(context, id, 'leads/take'), body: lease, idempotencyKey: key } as const;
	const query = { wait: TAKE_WAIT_SECONDS };
	return await callGateway(
		context,
		{ ...call, query, signal, timeoutMs: (TAKE_WAIT_SECONDS + 30) * 1_000, repeatAfterMs: [1_000] },
		asLeased,
	);
}

/** Keeps the lease while the execution runs. */
export async function renewLease(
	context: GatewayContext,
	id: string,
	lease: string,
	leaseSeconds: number,
): Promise<void> {
	const call = { method: 'POST', path: pathOf(context, id, 'leads/renew'), body: { lease, leaseSeconds } } as const;
	await callGateway(context, call, () => undefined);
}

/** Reports the end of the execution for each lead. It is safe to repeat. */
export async function settleLeads(
	context: GatewayContext,
	id: string,
	lease: string,
	results: LeadResult[],
): Promise<void> {
	const call = { method: 'POST', path: pathOf(context, id, 'leads/settle'), body: { lease, results } } as const;
	await callGateway(context, call, () => undefined);
}

/** The id of the flow's sync. @throws NodeApiError 404 if it was never published */
export async function findSync(context: GatewayContext, identity: SyncIdentity): Promise<string> {
	return await callGateway(context, { method: 'GET', path: '/v1/syncs', query: identity }, (body) => asTask(body).id);
}

/** The next lead, which stays in the queue. Null if none waits. */
export async function peekLead(context: GatewayContext, id: string): Promise<IDataObject | null> {
	return await callGateway(context, { method: 'GET', path: pathOf(context, id, 'leads/peek') }, (body) => {
		const lead = isRecord(body) ? body['lead'] : undefined;
		return isRecord(lead) ? (lead as IDataObject) : null;
	});
}

function asLeased(body: unknown): LeasedLeads {
	if (!isRecord(body) || !Array.isArray(body['leads'])) throw new UnexpectedResponse('expected a list of leads');
	const leads = body['leads'].map((each: unknown) => (isRecord(each) ? each['lead'] : undefined)).filter(isRecord);
	const lease = textOf(body['lease']);
	return { lease: lease === '' ? null : lease, leads: leads as IDataObject[] };
}

function pathOf(context: GatewayContext, id: string, what: string): string {
	return `/v1/syncs/${idInPath(context, 'Sync ID', id)}/${what}`;
}
