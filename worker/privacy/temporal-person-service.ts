import { createHash } from 'node:crypto';
import {
	type Client,
	type WorkflowExecutionDescription,
	WorkflowExecutionAlreadyStartedError,
	WorkflowFailedError,
	WorkflowNotFoundError,
} from '@temporalio/client';
import { decodeFromPayloadsAtIndex } from '@temporalio/common/lib/internal-non-workflow';
import { z } from 'zod';
import { type PersonArgs, type PersonMode, personReportSchema } from '../../workflows/persons/contract';
import { SEPARATOR } from '../../workflows/task/ids';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { Keyring } from '../temporal/keyring';
import { untilEnded } from '../temporal/until-ended';
import { personKeyReused, personSearchNotFound } from './person-errors';
import type { PersonSearchView, PersonService, StartPersonSearch } from './person-service';
import type { SealedRequests } from './sealed-requests';
import type { SearchProgress } from './search';

const WORKFLOW = 'personData';
const HASH_LENGTH = 28;

const memoSchema = z.object({
	mode: z.enum(['find', 'erase']),
	/** Compared when a key is used again; the person cannot be told from it. */
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }),
});
const progressSchema: z.ZodType<SearchProgress> = z.object({
	message: z.string(),
	itemsDone: z.number().optional(),
	itemsTotal: z.number().optional(),
});

/** Searches as workflows of Temporal, which know the person by a sealed blob. */
export class TemporalPersonService implements PersonService {
	constructor(
		private readonly client: Client,
		private readonly settings: { keyring: Keyring; requests: SealedRequests; connections: readonly string[] },
	) {}

	async start(search: StartPersonSearch): Promise<PersonSearchView> {
		const id = idOf(search);
		const known = await this.compared(id, search);
		if (known !== null && known.status !== 'failed') return known;
		const { keyring, requests, connections } = this.settings;
		const request = await requests.keep(search.person);
		const args: PersonArgs = { mode: search.mode, request, connections: [...connections] };
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
			// After any other failure the search may have begun, and needs it; one that nobody needs expires after a week.
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
			...{ id, mode, status: 'running', progress: null, report: null, error: null },
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

	/** Null when there is no such search. */
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
