import type { Destination, TaskItem } from '../api/types';

export interface SyncTarget {
	/** For people: `crm`, or `the n8n flow “Leads”`. */
	name: string;
	/** For people: `HubSpot`. Null: a flow, or a destination that is no longer configured. */
	kind: string | null;
	/** The address of the destination, without secrets. */
	address: string | null;
	isFlow: boolean;
}

/** Where the leads of a sync go: a configured destination, or an n8n flow. */
export function targetOf({ progress }: Pick<TaskItem, 'progress'>, destinations: readonly Destination[]): SyncTarget {
	const name = progress?.destination;
	const flow = progress?.flow === undefined ? flowOf(name) : `the n8n flow “${progress.flow}”`;
	const destination = destinations.find((each) => each.name === name);
	return {
		name: flow ?? name ?? 'its destination',
		kind: destination?.title ?? null,
		address: destination?.target ?? null,
		isFlow: flow !== undefined,
	};
}

/** A flow is not a configured destination. An ended sync has only the id that stands for it. */
function flowOf(destination: string | undefined): string | undefined {
	return destination?.startsWith('flow:') === true ? 'an n8n flow' : undefined;
}
