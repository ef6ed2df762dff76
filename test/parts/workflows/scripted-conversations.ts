import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { late } from '../../support/time/moments';
import type {
	AssembleConversations,
	ConversationFileActivities,
	ConversationReadActivities,
	PlanConversations,
	ReadConversations,
	ReadTranscripts,
	Span,
} from '../../../workflows/conversation-export/activities';
import type { EventActivities } from '../../../workflows/events/activities';
import type { ExportFileActivities } from '../../../workflows/export/activities';
import type { AgentActivities } from '../../../workflows/task/activities';

const SIZES: Readonly<Record<string, number>> = { few: 8, going: 12, slow: 90, many: 150, flaky: 6, early: 9 };
const PAGE = 100;

/** Conversations that do what the agent's name says, to lead an export along one path. */
export class ScriptedConversations {
	readonly listed: ReadConversations[] = [];
	/** Numbers whose transcripts were given out, in this order. */
	readonly read: number[] = [];
	readonly planned: PlanConversations[] = [];
	readonly assembled: AssembleConversations[] = [];
	discarded = 0;
	private spans: Array<{ agentId: string; span: Span }> = [];

	reset(): void {
		for (const list of [this.listed, this.read, this.planned, this.assembled]) list.length = 0;
		this.discarded = 0;
	}

	readonly api: ConversationReadActivities & AgentActivities = {
		readAgentPage: () => Promise.resolve({ agentIds: ['few', 'gone', 'none'], next: null }),
		readConversations: (request) => {
			this.listed.push(request);
			const { agentId, offset } = request;
			if (agentId === 'gone') return Promise.reject(refused('unknown_agent', 404));
			const total = SIZES[agentId] ?? 0;
			const ids = Array.from({ length: Math.max(0, Math.min(PAGE, total - offset)) }, (_, at) => `${offset + at}`);
			return Promise.resolve({
				attempt: activityInfo().attempt,
				total,
				pages: 1,
				// Several transcripts in one dispatch.
				pagesAtOnce: agentId === 'early' ? 4 : 1,
				first: ids,
				last: ids,
				nextOffset: offset + 96,
				ended: offset + ids.length >= total,
			});
		},
		readTranscripts: async (request) => this.transcripts(request),
	};

	private async transcripts({ span: [from, to] }: ReadTranscripts) {
		const agentId = this.spans.find(({ span: [begin, end] }) => from >= begin && from < end)?.agentId ?? '';
		const { attempt } = activityInfo();
		if (agentId === 'slow') await late(300);
		if (agentId === 'flaky' && from === 2 && attempt === 1) throw new Error('Lost.');
		if (agentId === 'forbidden') throw refused('insufficient_scope', 403);
		// A dispatch whose time ran out after two.
		const next = agentId === 'early' ? Math.min(to, from + 2) : to;
		for (let number = from; number < next; number += 1) this.read.push(number);
		const atOnce = agentId === 'early' ? 4 : 1;
		const read = { attempt, next, calls: next - from, atOnce, missing: [], agentGone: null };
		if (agentId !== 'going' || from < 3) return read;
		const missing = { agentId, conversationId: `c${from}`, reason: 'agent_gone' as const, detail: null };
		return { ...read, missing: [missing], agentGone: agentId };
	}

	readonly internal: ConversationFileActivities & Pick<ExportFileActivities, 'discardChunks'> & EventActivities = {
		planConversations: (request) => {
			this.planned.push(request);
			let from = 0;
			this.spans = [...new Set(this.listed.map(({ agentId }) => agentId))].flatMap((agentId) => {
				const size = agentId === 'forbidden' ? 1 : (SIZES[agentId] ?? 0);
				const span: Span = [from, from + size];
				from += size;
				return size === 0 ? [] : [{ agentId, span }];
			});
			return Promise.resolve({ conversations: from, agents: this.spans, repeats: 4, undated: 0 });
		},
		assembleConversations: (request) => {
			this.assembled.push(request);
			const conversations = request.spans.reduce((sum, [from, to]) => sum + to - from, 0);
			return Promise.resolve({
				conversations,
				messages: 2 * conversations,
				conversationsOf: { few: 8 },
				file: { name: `${request.name}.ndjson`, contentType: 'x', bytes: 5, sha256: '00', expiresAt: null },
				bucket: null,
				partitions: null,
			});
		},
		discardChunks: () => {
			this.discarded += 1;
			return Promise.resolve();
		},
		findSubscribers: () => Promise.resolve([]),
		postEvent: () => Promise.reject(new Error('Nobody subscribes here.')),
	};
}

function refused(type: string, status: number): ApplicationFailure {
	const details = { type, title: 'No', status, detail: 'The service said no.', issues: [] };
	return ApplicationFailure.create({ type, message: 'No', nonRetryable: true, details: [details] });
}
