import type {
	CallResponse,
	EndSteps,
	KnowledgeActivities,
	KnowledgeSetActivities,
	PlannedSet,
	PlanSet,
	SendCall,
	StepToSend,
	SyncToRecord,
} from '../../../workflows/knowledge-sync/activities';
import { STEP_KINDS, type StepKind } from '../../../workflows/knowledge-sync/plan';
import type { SourceActivities } from '../../../workflows/add-sources/activities';
import type { TaskError } from '../../../workflows/task/failure';

const LOST: TaskError = { type: 'timeout', title: 'No response', status: 503, detail: 'It was lost.', issues: [] };
const PAGE = 100;

/** A set and an agent, of which only counts are kept: what a plan says, and how each request is answered. */
export class ScriptedKnowledge {
	/** Items of the list of pairs. */
	listed = 3;
	/** Texts of the agent, whose contents are read. */
	texts = 0;
	/** Steps that send one addition each, by round. */
	toSend = [2];
	guards: string[] = [];
	hash = 'a'.repeat(22);
	readonly sent: SendCall[] = [];
	readonly plans: PlanSet[] = [];
	readonly ended: EndSteps[] = [];
	released = 0;
	reports = 0;
	unproven: string[] | null = null;
	/** What is kept of the sync. */
	recorded: SyncToRecord | undefined;
	/** What a request answers, by its place in the plan and the round. Default: accepted. */
	answers = new Map<string, CallResponse>();
	/** Steps whose item another set has taken since the plan was made. */
	overtaken: number[] = [];
	/** Held until this is settled. */
	hold: Promise<unknown> = Promise.resolve();
	/** Ids of sources that the steps add. */
	areSources = false;

	readonly calls: KnowledgeActivities & Pick<SourceActivities, 'watchSources' | 'readSourceEnd'> = {
		readItems: ({ offset }) => {
			const ids = Array.from({ length: Math.min(PAGE, this.listed - offset) }, (_, nth) => this.listed - offset - nth);
			const ended = offset + ids.length >= this.listed;
			const read = { first: ids, last: ids, nextOffset: offset + 96, total: this.listed, pages: 1, ended };
			return Promise.resolve({ ...read, pagesAtOnce: 1, attempt: 1 });
		},
		readTexts: ({ span: [from, to] }) => Promise.resolve({ next: Math.min(to, from + 2), atOnce: 3, attempt: 1 }),
		sendCall: async (request) => {
			this.sent.push(request);
			await this.hold;
			const answer = this.answers.get(`${request.plan.round} ${request.index}`);
			return answer ?? { outcome: 'accepted', id: 100 + request.index, shown: null, isIndexedLater: false };
		},
		watchSources: ({ sourceIds }) =>
			Promise.resolve({
				ended: sourceIds.map((sourceId) => ({ sourceId, status: 'indexed' as const, reason: null })),
				waiting: 0,
				next: null,
			}),
		readSourceEnd: () => Promise.resolve(null),
		proveStep: ({ index }) => Promise.resolve({ isProven: index % 2 === 0 }),
	};

	readonly sets: KnowledgeSetActivities = {
		readSet: () =>
			Promise.resolve({
				attempt: 1,
				rows: 2,
				refused: 0,
				broken: [],
				notes: [],
				lists: this.texts > 0 ? ['pairs', 'sources'] : ['pairs'],
			}),
		findTexts: () => Promise.resolve({ texts: this.texts, attempt: 1 }),
		rowsOfAgent: () =>
			Promise.resolve({ attempt: 1, rows: 2, refused: 0, broken: [], notes: [], lists: ['pairs', 'sources'] }),
		planSet: (request) => {
			this.plans.push(request);
			return Promise.resolve(this.#plan(this.toSend[request.round] ?? 0));
		},
		beginSteps: ({ manifestVersion, items }) =>
			Promise.resolve({
				manifestVersion: manifestVersion + 1,
				holds: true,
				...(items === undefined ? {} : { overtaken: this.overtaken }),
			}),
		stepsToSend: ({ plan, part }) =>
			Promise.resolve(
				Array.from({ length: Math.min(PAGE, (this.toSend[plan.round] ?? 0) - part * PAGE) }, (_, nth) =>
					this.#step(part * PAGE + nth),
				),
			),
		endSteps: (request) => {
			this.ended.push(request);
			const ids = request.ends.flatMap(({ id }) => (id === null || !this.areSources ? [] : [id]));
			return Promise.resolve({ manifestVersion: request.manifestVersion + 1, attempt: 1, following: ids });
		},
		stepsToProve: ({ ends }) =>
			Promise.resolve((this.ended[ends.part]?.ends ?? []).map(({ index, id }) => ({ key: `k${index}`, index, id }))),
		releaseSet: ({ manifestVersion }) => {
			this.released += 1;
			return Promise.resolve({ manifestVersion: manifestVersion + 1 });
		},
		reportSet: ({ isPlanOnly, unproven, sync }) => {
			this.recorded = sync;
			this.unproven = unproven;
			this.reports += 1;
			const done = this.ended.flatMap(({ ends }) => ends).filter(({ outcome }) => outcome === 'done').length;
			const counts = { done, planned: isPlanOnly ? 1 : 0 };
			const none = {
				saved_not_indexed: 0,
				unproven: 0,
				failed: 0,
				refused: 0,
				waits: 0,
				stays: 0,
				needs_person: 0,
				not_started: 0,
			};
			return Promise.resolve({
				counts: { ...none, ...counts },
				rows: [],
				rowsNotShown: 0,
				refusedRows: 0,
				unusable: [],
				refusedCsv: null,
				differences: null,
				export: null,
			});
		},
	};

	lose(round: number, index: number): void {
		this.answers.set(`${round} ${index}`, { outcome: 'ambiguous', error: LOST });
	}

	#plan(toSend: number): PlannedSet {
		const steps: Partial<Record<StepKind, number>> = {};
		for (const kind of STEP_KINDS) steps[kind] = kind === 'create' ? toSend : 0;
		return {
			attempt: 1,
			steps: steps as Record<StepKind, number>,
			toSend,
			writes: toSend,
			hash: this.hash,
			manifestVersion: 4,
			guards: this.guards,
			refusal: null,
		};
	}

	#step(index: number): StepToSend {
		return { index, name: `Item ${index}`, id: null, isSource: this.areSources, calls: [{ call: 'add' }] };
	}
}
