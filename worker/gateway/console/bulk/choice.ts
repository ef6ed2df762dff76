import { signal } from '@preact/signals';
import { ownConnections } from '../api/session';
import type { BulkFilter, BulkSelection } from '../api/types';

/** What the rows of a list have in common, so that the same can be done with them. */
export type BulkKind = 'running' | 'ended' | 'syncs' | 'schedules';

/** Which rows somebody has chosen: some by their boxes, or all that match. */
export interface Choice {
	kind: BulkKind;
	ids: ReadonlySet<string>;
	isAll: boolean;
}

const choice = signal<Choice | null>(null);

export function chosen(): Choice | null {
	return choice.value;
}

export function isChosen(kind: BulkKind, id: string): boolean {
	return choice.value?.kind === kind && (choice.value.isAll || choice.value.ids.has(id));
}

/** Rows of another kind are dropped: nothing can be done with both. */
export function choose(kind: BulkKind, id: string, isWanted: boolean): void {
	const ids = new Set(choice.value?.kind === kind && !choice.value.isAll ? choice.value.ids : []);
	if (isWanted) ids.add(id);
	else ids.delete(id);
	choice.value = ids.size === 0 ? null : { kind, ids, isAll: false };
}

export function chooseAll(kind: BulkKind): void {
	choice.value = { kind, ids: new Set(), isAll: true };
}

export function chooseNone(): void {
	choice.value = null;
}

export type BulkActionName = BulkSelection['action'];

/** What can be done with rows of a kind. The first one counts how many match. */
export const ACTIONS_OF: Readonly<Record<BulkKind, readonly [BulkActionName, ...BulkActionName[]]>> = {
	running: ['cancel'],
	ended: ['retry', 'retry-failed-items', 'resend'],
	syncs: ['pause', 'resume', 'cancel'],
	schedules: ['pause', 'resume'],
};

export const LABELS: Readonly<Record<BulkActionName, string>> = {
	retry: 'Retry',
	'retry-failed-items': 'Retry failed items',
	cancel: 'Cancel',
	resend: 'Notify again',
	pause: 'Pause',
	resume: 'Resume',
};

/**
 * The rows with a connection, for a caller who must name one of their own.
 * @param own null: the caller need not @param shown the connection that the page shows. Undefined: all
 */
export function ofOwn(rows: BulkFilter, own: readonly string[] | null, shown?: string): BulkFilter {
	const connection = shown ?? (own?.length === 1 ? own[0] : undefined);
	return own === null || connection === undefined ? rows : { ...rows, connection };
}

/** In which state the rows of a kind are, as the lists show them. An action that does not fit one of them says so. */
const STATE_OF: Readonly<Record<BulkKind, BulkFilter>> = {
	running: { ended: false },
	ended: { ended: true },
	syncs: { ended: false },
	schedules: {},
};

/** All rows of a kind that a filter leaves. Everything is meant where nothing limits them: somebody pressed the button that says so. */
export function allOf(filter: BulkFilter, kind: BulkKind): BulkFilter {
	const given = ofOwn({ ...filter, ...STATE_OF[kind] }, ownConnections());
	return Object.keys(given).length > 0 ? given : { all: true };
}

/** The target of a bulk action for rows of a kind. */
export function targetOf(kind: BulkKind): BulkSelection['target'] {
	return kind === 'running' || kind === 'ended' ? 'tasks' : kind;
}
