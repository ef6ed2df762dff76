import { ApplicationFailure } from '@temporalio/common';
import { late } from '../../support/time/moments';
import type {
	ConversationsNoted,
	ConversationSyncActivities,
	NoteConversations,
	SyncTranscripts,
	TranscriptsSynced,
} from '../../../workflows/conversation-sync/activities';
import { DESTINATION_HELD } from '../../../workflows/lead-sync/activities';
import type { AgentActivities } from '../../../workflows/task/activities';

const PAGE = 100;
/** Transcripts of one dispatch. */
const AT_ONCE = 4;

interface Tables {
	size: number;
	due: number;
	conversations: number;
	fullAt: number | null;
}

/** Tables and a service that do what the agent's name says, to lead a sync of conversations along one path. */
export class ScriptedConversationTables {
	/** What the key can access. */
	agentIds: string[] = [];
	agentPages = 0;
	/** Milliseconds that a read of a list takes. */
	listTakesMs = 0;
	readonly noted: NoteConversations[] = [];
	readonly read: SyncTranscripts[] = [];
	private readonly tables = new Map<string, Tables>();

	/** Conversations that begin. */
	begin(agentId: string, count: number): void {
		this.of(agentId).size += count;
	}

	roundsOf(agentId: string) {
		return this.noted.filter(({ of, offset }) => of.agentId === agentId && offset === 0).map(({ kind }) => kind);
	}

	private of(agentId: string): Tables {
		const known = this.tables.get(agentId) ?? { size: 0, due: 0, conversations: 0, fullAt: null };
		this.tables.set(agentId, known);
		return known;
	}

	readonly api: ConversationSyncActivities & AgentActivities = {
		readAgentPage: () => {
			this.agentPages += 1;
			return Promise.resolve({ agentIds: [...this.agentIds], next: null });
		},
		noteConversations: (request) => this.note(request),
		syncTranscripts: (request) => this.sync(request),
	};

	private async note({ of: { agentId, destination }, ...request }: NoteConversations): Promise<ConversationsNoted> {
		this.noted.push({ of: { agentId, destination, connection: 'c' }, ...request });
		if (agentId === 'gone') throw refused('unknown_agent', 404);
		if (agentId.startsWith('forbidden')) throw refused('forbidden', 403);
		if (destination === 'held') throw held();
		const tables = this.of(agentId);
		const { offset, rules } = request;
		const isFullDue = tables.fullAt === null || tables.fullAt < rules.rereadAt;
		const kind = request.kind ?? (isFullDue ? 'full' : 'recent');
		if (offset === 0) {
			const fresh = kind === 'full' ? tables.size : tables.size - tables.conversations;
			tables.due = Math.max(tables.due, fresh);
		}
		const ids = Array.from({ length: Math.max(0, Math.min(PAGE, tables.size - offset)) }, (_, at) => `${offset + at}`);
		await late(this.listTakesMs);
		return {
			kind,
			calls: 1,
			due: tables.due,
			withoutId: 0,
			totals: this.totalsOf(tables),
			total: tables.size,
			pages: 1,
			pagesAtOnce: 1,
			first: ids,
			last: ids,
			nextOffset: offset + 96,
			ended: offset + ids.length >= tables.size,
		};
	}

	private async sync({ of: { agentId }, ...request }: SyncTranscripts): Promise<TranscriptsSynced> {
		this.read.push({ of: { agentId, destination: '', connection: 'c' }, ...request });
		const tables = this.of(agentId);
		if (agentId === 'flaky' && this.read.filter(({ of }) => of.agentId === agentId).length === 2)
			throw new Error('Lost.');
		if (agentId === 'broken' && request.failing === undefined) throw refused('http_500', 500, 'seen');
		const done = Math.min(AT_ONCE, tables.due);
		tables.due -= done;
		tables.conversations = Math.max(tables.conversations, tables.size - tables.due);
		if (done === 0 && request.endsFullRound) tables.fullAt = request.roundAt;
		await Promise.resolve();
		const { failing } = request;
		return {
			calls: done,
			done,
			due: tables.due,
			totals: this.totalsOf(tables),
			...(failing === undefined ? {} : { failing }),
		};
	}

	private totalsOf({ conversations, fullAt }: Tables) {
		return { conversations, messages: 2 * conversations, deleted: 0, withoutTranscript: 0, fullAt };
	}
}

function refused(type: string, status: number, ...more: unknown[]): ApplicationFailure {
	const error = { type, title: 'No', status, detail: 'The service said no.', issues: [] };
	const details = [error, ...more];
	return ApplicationFailure.create({ type, message: 'The service said no.', nonRetryable: true, details });
}

function held(): ApplicationFailure {
	const type = DESTINATION_HELD;
	const details = { type, title: 'Held', status: 503, detail: 'The disk is full.', issues: [] };
	return ApplicationFailure.create({ type, message: 'The disk is full.', nonRetryable: true, details: [details] });
}
