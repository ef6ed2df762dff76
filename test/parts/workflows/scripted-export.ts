import { activityInfo } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { late } from '../../support/time/moments';
import type {
	AssembleExport,
	ExportFileActivities,
	ExportReadActivities,
	LeadsRead,
	ReadLeadConversations,
	ReadLeads,
} from '../../../workflows/export/activities';
import type { EventActivities } from '../../../workflows/events/activities';
import type { AgentActivities } from '../../../workflows/task/activities';

const PAGE = 100;
const STEP = 96;

/** Lists of leads that do what the agent's name says, to lead an export along one path. */
export class ScriptedExport {
	/** What the service was asked for, in this order. */
	readonly asked: ReadLeads[] = [];
	readonly conversations: ReadLeadConversations[] = [];
	readonly assembled: AssembleExport[] = [];
	discarded = 0;
	readonly discardedRuns = new Set<string>();
	/** What happens while the file is made. */
	duringAssembly: () => Promise<void> = () => Promise.resolve();

	readonly api: ExportReadActivities & AgentActivities = {
		readAgentPage: (offset) =>
			Promise.resolve(
				offset === 0 ? { agentIds: ['few', 'gone'], next: 90 } : { agentIds: ['gone', 'none'], next: null },
			),
		readLeads: async (request) => {
			this.asked.push(request);
			const { agentId, offset } = request;
			if (agentId === 'gone') throw refused('unknown_agent', 404);
			if (agentId === 'forbidden') throw refused('insufficient_scope', 403);
			const { attempt } = activityInfo();
			if (agentId === 'flaky' && offset === STEP && attempt === 1) throw new Error('Lost.');
			if (agentId === 'slow') await late(300);
			// More than the overlap was deleted before the third page was read for the first time.
			const shift = agentId === 'deleted' && offset === 2 * STEP && this.timesAsked(request) === 1 ? 20 : 0;
			const read = pageOf(SIZES[agentId] ?? 0, offset + shift, offset);
			return { ...read, attempt, held: [read.stored, read.first[0] ?? 0, read.first.at(-1) ?? 0] };
		},
		readLeadConversations: async (request) => {
			this.conversations.push(request);
			const { attempt } = activityInfo();
			if (request.chunk % 2 === 1 && attempt === 1) throw new Error('Lost.');
			return Promise.resolve({ attempt, held: [90, request.into, 1], read: 80, missing: 10 });
		},
	};

	readonly internal: ExportFileActivities & EventActivities = {
		assembleExport: async (request) => {
			this.assembled.push(request);
			await this.duringAssembly();
			return {
				contentType: 'text/csv',
				bytes: 5,
				sha256: '00',
				rows: 250,
				rowsOf: { few: 250 },
				repeats: 20,
				cutCells: 0,
				bucket: null,
				expiresAt: '2026-12-01T00:00:00.000Z',
			};
		},
		discardChunks: (run) => {
			this.discarded += 1;
			this.discardedRuns.add(run);
			return Promise.resolve();
		},
		findSubscribers: () => Promise.resolve([]),
		postEvent: () => Promise.reject(new Error('Nobody subscribes here.')),
	};

	private timesAsked({ agentId, offset }: ReadLeads): number {
		return this.asked.filter((each) => each.agentId === agentId && each.offset === offset).length;
	}
}

const SIZES: Readonly<Record<string, number>> = { few: 250, flaky: 250, deleted: 500, slow: 5_000, many: 2_000 };

/** Ids count down from the newest. */
function pageOf(total: number, from: number, offset: number): LeadsRead {
	const ids = Array.from({ length: Math.max(0, Math.min(PAGE, total - from)) }, (_, index) => total - from - index);
	const ended = from + ids.length >= total;
	return {
		total,
		stored: ids.length,
		pages: 1,
		pagesAtOnce: 1,
		attempt: 1,
		held: [ids.length, ids[0] ?? 0, ids.at(-1) ?? 0],
		first: ids,
		last: ids,
		nextOffset: offset + STEP,
		ended,
	};
}

function refused(type: string, status: number): ApplicationFailure {
	const details = { type, title: 'No', status, detail: 'The service said no.', issues: [] };
	return ApplicationFailure.create({ type, message: 'No', nonRetryable: true, details: [details] });
}
