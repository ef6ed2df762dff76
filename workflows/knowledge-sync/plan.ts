import type { WantedRow } from './wanted-row-contract';

/** Parts of a plan: what a set wants, what it owns, and what the service shows. Pure data, without texts of answers. */

export type ItemType = WantedRow['type'];

/** Characters of all texts that people write for one plan: a history and its state hold them. */
export const EDITED_CHARACTERS = 200_000;

/** Whether its content can be read and changed. Pages and files are only added and deleted. */
export function hasContent(type: ItemType): boolean {
	return type === 'qa' || type === 'text';
}

/** An item that a set owns, as it was confirmed last. */
export interface OwnedItem {
	key: string;
	type: ItemType;
	/** At the service; null while its addition is not confirmed. */
	id: number | null;
	/** The question, title, address or file name. */
	name: string;
	/** Digest of the wanted content. */
	body: string;
	/** Only pairs: whether it was enabled. */
	enabled: boolean | null;
	/** Digest of what the service showed after it; null if that was not seen. A service may keep a text in its own form. */
	shown: string | null;
	/** An addition that has begun: an item of this name that nobody owns is the set's. */
	begun: { name: string; body: string } | null;
	/** Ids of items that this one has replaced, and that are not yet deleted. */
	replaced: number[];
	/** Another hand made it, and the set took it over. It is not deleted unless a person approves it. */
	isAdopted?: true | undefined;
	/** A task is taking over somebody else's item. It becomes the set's when the service has confirmed it. */
	isAdopting?: true | undefined;
	/** ISO 8601 UTC: when the service confirmed it. */
	at: string;
}

/** An item of the agent, as the service shows it now. */
export interface ShownItem {
	type: ItemType;
	id: number;
	name: string;
	/** Digest of the content; null if it cannot be read, or is still being stored. */
	body: string | null;
	/** Only pairs. */
	enabled: boolean | null;
	/** The service could not read the source. */
	isFailed: boolean;
	/** A pair with images or video, which only the dashboard can change. */
	isMedia: boolean;
}

/**
 * What a plan does with one item:
 *
 * - `create`: it is new. `missing`: somebody deleted it, so it is made again.
 * - `update`: one PATCH. `replace`: a page or file is added, then the old one deleted.
 * - `adopt`: an existing item of the same name becomes the set's, and is changed where it differs.
 * - `delete`: the set no longer has it. `forget`: neither has the service.
 * - `unchanged`: no request.
 * - `drifted`: a person changed it, and it stays so, or waits for a decision.
 * - `kept`: the set no longer has it, and it stays for the reason given.
 * - `conflict`: refused for the reason given, and nothing is sent.
 */
export const STEP_KINDS = [
	'create',
	'missing',
	'update',
	'replace',
	'adopt',
	'delete',
	'forget',
	'unchanged',
	'drifted',
	'kept',
	'conflict',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The steps that add an item at the service. */
export const ADDS: ReadonlySet<StepKind> = new Set(['create', 'missing', 'replace']);

/**
 * - `exists`: people added an item of this name. `exists_twice`: even two.
 * - `other_set`: another set of the agent owns the item of this name.
 * - `media`: the pair of this question has images or video.
 * - `type_changed`: the key stands for an item of another type.
 * - `perhaps_doubled`: several items may come from one addition whose response was lost.
 * - `drift`: a person changed it since.
 * - `failed`: the service could not read it, so it is added again.
 * - `mode_add`: nothing is removed in this mode. `faulty_rows`: a row that could not be read may stand for it.
 * - `adopted`: another hand made it, and the set took it over.
 * - `unread`: a file of another hand that the set takes over as it is, because nobody can read what it says.
 * - `person`: a person decided that it stays.
 */
export const STEP_REASONS = [
	'exists',
	'exists_twice',
	'other_set',
	'media',
	'type_changed',
	'perhaps_doubled',
	'drift',
	'failed',
	'mode_add',
	'faulty_rows',
	'adopted',
	'unread',
	'person',
] as const;
export type StepReason = (typeof STEP_REASONS)[number];

export interface Step {
	kind: StepKind;
	key: string;
	type: ItemType;
	name: string;
	/** The place of the wanted row; null if no row wants it. */
	row: number | null;
	/** The set's item at the service, or the one that it adopts; null if there is none. */
	id: number | null;
	/** Of a conflict: an item of the same name that is not the row's. */
	inTheWay: number | null;
	/** Items that are deleted afterwards, because this one replaces them. */
	replaced: number[];
	/** The key that the set had for it before; null: the same. */
	formerKey: string | null;
	/** What differs from the wanted row. */
	changes: Array<'name' | 'content' | 'enabled'>;
	reason: StepReason | null;
	/** A person decides first. */
	asks: boolean;
}

/** How many requests change something at the service, by a step. */
export function writesOf({ kind, changes, replaced, asks }: Step): number {
	if (asks) return 0;
	switch (kind) {
		case 'create':
		case 'missing':
			// A pair is added enabled (specification, part 4), so a disabled one takes a second request.
			return 1 + (changes.includes('enabled') ? 1 : 0) + replaced.length;
		case 'replace':
			return 1 + replaced.length;
		case 'update':
		case 'adopt':
			return (changes.length > 0 ? 1 : 0) + replaced.length;
		case 'delete':
			return replaced.length;
		case 'unchanged':
			return replaced.length;
		case 'forget':
		case 'drifted':
		case 'kept':
		case 'conflict':
			return 0;
	}
}
