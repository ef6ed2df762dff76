import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	type WorkflowExecutionDescription,
	WorkflowFailedError,
	WorkflowNotFoundError,
} from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
	type PersonArgs,
	type PersonMode,
	type PersonReport,
	personReportSchema,
} from '../../workflows/persons/contract';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { SEPARATOR } from '../../workflows/task/ids';
import type { Timing } from '../../workflows/task/timing';
import { keyReused } from '../problems/key-reused';
import { Problem } from '../problems/problem';
import type { Keyring } from '../temporal/keyring';
import { untilEnded } from '../temporal/executions';
import type { Person } from './person';
import type { SealedRequests } from './sealed-requests';
import type { SearchProgress } from './search';

export interface StartPersonSearch {
	mode: PersonMode;
	/** 1 to 255 characters. The same key and person return the same search. */
	idempotencyKey: string;
	person: Person;
}

export interface PersonSearchView {
	id: string;
	mode: PersonMode;
	status: 'running' | 'completed' | 'failed';
	/** Null if it is unknown or if the search has ended. */
	progress: SearchProgress | null;
	/** ISO 8601 UTC. */
	startedAt: string;
	/** ISO 8601 UTC. */
	closedAt: string | null;
	report: PersonReport | null;
	/** Reason of the failure, as a sentence; else null. */
	error: string | null;
}

/** Finds and erases the data of one data subject. */
export interface PersonService {
	/** @throws PersonKeyReusedError */
	start(search: StartPersonSearch): Promise<PersonSearchView>;
	/** @throws PersonSearchNotFoundError */
	get(id: string): Promise<PersonSearchView>;
	/**
	 * Returns the search when it has ended, when the time has passed, or when the signal aborts.
	 * @throws PersonSearchNotFoundError
	 */
	waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<PersonSearchView>;
}

const WORKFLOW = 'personData';
const HASH_LENGTH = 28;

const memoSchema = z.object({
	mode: z.enum(['find', 'erase']),
	/** Compared if a key is used again. It does not reveal the person. */
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }),
});
const progressSchema: z.ZodType<SearchProgress> = z.object({
	message: z.string(),
	itemsDone: z.number().optional(),
	itemsTotal: z.number().optional(),
});

/** Runs searches as workflows of Temporal. A workflow knows the person only through an encrypted blob. */
export class TemporalPersonService implements PersonService {
	constructor(
		private readonly client: Client,
		private readonly settings: {
			keyring: Keyring;
			requests: SealedRequests;
			connections: () => readonly string[];
			/** Default: the times of the product. */
			timing?: Partial<Timing> | undefined;
		},
	) {}

	async start(search: StartPersonSearch): Promise<PersonSearchView> {
		const id = idOf(search);
		const known = await this.compared(id, search);
		if (known !== null && known.status !== 'failed') return known;
		const { keyring, requests, connections, timing } = this.settings;
		const request = await requests.keep(search.person);
		const args: PersonArgs = { mode: search.mode, request, connections: [...connections()], ...(timing && { timing }) };
		try {
			await this.client.workflow.start(WORKFLOW, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [args],
				memo: { mode: search.mode, inputMac: keyring.mac(partsOf(search)) },
				workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
				workflowIdConflictPolicy: 'FAIL',
			});
		} catch (error) {
			// After any other failure the search may have begun and need the request. Unused requests expire.
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			await requests.forget(request);
			await this.compared(id, search);
		}
		return this.get(id);
	}

	async get(id: string): Promise<PersonSearchView> {
		const described = await this.describe(id);
		if (described === null) throw personSearchNotFound(id);
		const { mode } = memoSchema.parse(described.memo);
		const view: PersonSearchView = {
			id,
			mode,
			status: 'running',
			progress: null,
			report: null,
			error: null,
			startedAt: described.startTime.toISOString(),
			closedAt: described.closeTime?.toISOString() ?? null,
		};
		if (described.status.name === 'RUNNING') return { ...view, progress: await this.progressOf(described) };
		return { ...view, ...(await this.endOf(id, described.runId)) };
	}

	async waitFor(id: string, timeoutMs: number, signal?: AbortSignal): Promise<PersonSearchView> {
		const { status } = await this.get(id);
		if (status === 'running') await untilEnded(this.client, id, timeoutMs, signal);
		return this.get(id);
	}

	private async compared(id: string, search: StartPersonSearch): Promise<PersonSearchView | null> {
		const described = await this.describe(id);
		if (described === null) return null;
		const { inputMac } = memoSchema.parse(described.memo);
		if (!this.settings.keyring.matches(inputMac, partsOf(search))) throw personKeyReused();
		return this.get(id);
	}

	/** Null if there is no such search. */
	private async describe(id: string): Promise<WorkflowExecutionDescription | null> {
		try {
			const described = await this.client.workflow.getHandle(id).describe();
			return described.type === WORKFLOW ? described : null;
		} catch (error) {
			if (error instanceof WorkflowNotFoundError) return null;
			throw error;
		}
	}

	private async progressOf({ raw }: WorkflowExecutionDescription): Promise<SearchProgress | null> {
		const [pending] = raw.pendingActivities ?? [];
		if (pending === undefined) return null;
		const payloads = pending.heartbeatDetails?.payloads ?? [];
		if (payloads.length === 0) return { message: 'Asking the service for leads, agent by agent.' };
		const { loadedDataConverter, namespace } = this.client.options;
		const { workflowId } = raw.workflowExecutionInfo?.execution ?? {};
		const context = { type: 'workflow', namespace, workflowId: workflowId ?? '' } as const;
		const told: unknown = await decodeFromPayloadsAtIndex(loadedDataConverter, 0, payloads, context);
		return progressSchema.safeParse(told).data ?? null;
	}

	private async endOf(id: string, runId: string): Promise<Pick<PersonSearchView, 'status' | 'report' | 'error'>> {
		try {
			const report: unknown = await this.client.workflow.getHandle(id, runId).result();
			return { status: 'completed', report: personReportSchema.parse(report), error: null };
		} catch (error) {
			if (!(error instanceof WorkflowFailedError)) throw error;
			return { status: 'failed', report: null, error: error.cause?.message ?? error.message };
		}
	}
}

function idOf({ mode, idempotencyKey }: { mode: PersonMode; idempotencyKey: string }): string {
	const hash = createHash('sha256')
		.update(JSON.stringify(['person', mode, idempotencyKey]))
		.digest('base64url');
	return `person-${mode}${SEPARATOR}${hash.slice(0, HASH_LENGTH)}`;
}

function partsOf({ mode, person: { email, leads } }: StartPersonSearch): string[] {
	const named = leads.map(({ connection, agentId, leadId }) => JSON.stringify([connection, agentId, leadId]));
	return ['person-input', mode, email, ...named];
}

export function personKeyReused(): Problem {
	return keyReused('The key belongs to a search for another person. Send another key.');
}

export function personSearchNotFound(id: string): Problem {
	return new Problem({
		type: 'person_search_not_found',
		title: 'There is no such search',
		status: 404,
		detail: `There is no search ${id}. Reports are kept for 30 days.`,
	});
}
