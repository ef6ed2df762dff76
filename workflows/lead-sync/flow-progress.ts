import { skippedWords } from '../leads/filter';
import type { TaskProgress } from '../task/visibility';
import { problemWords } from './cursor';
import type { HandOut } from './hand-out';
import { counting, countsOf } from './refusals';
import type { SyncState } from './state';

export type RestStage = 'handing-out' | 'paused' | 'unpublished' | 'full';

/** What a sentence about a flow tells of its sync. */
export interface FlowFigures {
	/** The name of the flow. */
	label: string;
	/** Leads that wait or are leased. */
	inLine: number;
	synced: number;
	/** Refused leads that count towards the number at which the sync blocks. */
	counting: number;
	/** `problemWords` and `skippedWords`. */
	problems: string;
}

/** How a sync into a flow stands while it reads nothing: one sentence or two for a person. */
export function describeRest(stage: RestStage, { label, inLine, synced, counting, problems }: FlowFigures): string {
	const flow = `the n8n flow "${label}"`;
	switch (stage) {
		case 'paused':
			return 'The sync is paused. Resume it to continue.';
		case 'unpublished':
			return `${upperFirst(flow)} is not published, so it gets no leads. ${waiting(inLine)} Publish the flow to continue.`;
		case 'full':
			return `The sync is blocked: ${flow} refused ${counting} leads and took none since. Check the reasons, then retry or dismiss them.`;
		case 'handing-out':
			return `Handing out leads to ${flow}: ${synced} done, ${inLine} in line${problems}.`;
	}
}

/** For a flow that takes no leads though some wait. @param since milliseconds since 1970 */
export function describeSilence({ label, inLine }: Pick<FlowFigures, 'label' | 'inLine'>, since: number): string {
	const leads = inLine === 1 ? '1 lead waits' : `${inLine} leads wait`;
	return `${leads} for the n8n flow "${label}", which has not asked for leads since ${timeOf(since)}. Check that n8n runs and that the flow is published.`;
}

export function flowFiguresOf(state: SyncState, handOut: HandOut): FlowFigures {
	return {
		label: handOut.state.settings.label,
		inLine: handOut.ids.length,
		synced: state.synced,
		counting: counting(state.refused),
		problems: `${problemWords(countsOf(state))}${skippedWords(state.skipped)}`,
	};
}

/** The figures beside the sentence. */
export function figuresOf(destination: string, state: SyncState, handOut: HandOut) {
	const { synced, cursor } = state;
	const completeAt = cursor?.completeAt ?? null;
	return {
		itemsDone: synced,
		itemsFailed: countsOf(state).refused,
		destination,
		flow: handOut.state.settings.label,
		...(completeAt === null ? {} : { upToDateAt: new Date(completeAt).toISOString() }),
	} satisfies Partial<TaskProgress>;
}

function waiting(count: number): string {
	if (count === 0) return 'No leads wait for it.';
	return count === 1 ? '1 lead waits for it.' : `${count} leads wait for it.`;
}

function timeOf(since: number): string {
	return `${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function upperFirst(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
