/** What the gateway answers, as far as the pages read it. A test holds these against the gateway's own schemas. */

export interface Progress {
	message: string;
	pagesTotal?: number;
	pagesCompleted?: number;
	pagesFailed?: number;
	itemsDone?: number;
	itemsTotal?: number;
	itemsFailed?: number;
	destination?: string;
	flow?: string;
	upToDateAt?: string;
	lagSeconds?: number;
	nextAt?: string;
	problem?: { type: string; title: string; detail: string };
	at: string;
}

export interface TaskItem {
	id: string;
	type: string;
	connection: string;
	agentId: string | null;
	status: 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out';
	stage: string | null;
	progress: Progress | null;
	startedAt: string;
	closedAt: string | null;
	waitsForPerson: boolean;
	links: { self: string };
}

export interface Task extends TaskItem {
	result: Record<string, unknown> | null;
	error: { type: string; title: string; detail: string; issues: Array<{ path: string; message: string }> } | null;
	succeeded: boolean | null;
}

export interface TaskDetails {
	input: Record<string, unknown>;
	temporalUrl: string | null;
	reviewPath: string | null;
}

/** What a task asks a person. */
export interface Review {
	draft: { to: string[]; cc: string[]; subject: string } | null;
}

export interface TaskType {
	type: string;
	title: string;
	description: string;
	keyReuse: 'after-failure' | 'never';
	actions: string[];
	endedActions: string[];
}

export interface RefusedLead {
	leadId: number;
	reason: string;
	at: string;
}

export interface Destination {
	name: string;
	type: string;
	target: string;
}

export interface Schedule {
	id: string;
	type: string;
	connection: string;
	cron: string[];
	timeZone: string;
	paused: boolean;
	note: string | null;
	next: string[];
	recent: Array<{ taskId: string; dueAt: string; startedAt: string }>;
	links: { self: string };
}

export interface Page<Item> {
	items: Item[];
	nextPageToken: string | null;
}

export type Role = 'read' | 'start' | 'decide' | 'erase' | 'decode';
