import type { LeadSyncActivities, SyncOf, SyncPage } from '../activities';
import type { LeadSyncInput } from '../contract';
import type { SyncNotices } from '../notify';
import type { SyncConditions } from '../wanted-leads';
import type { AgentPart } from './agents-state';
import type { LineState } from './line-state';
import type { Slots } from './slots';

/** What the syncs of single agents share. */
export interface SharedSync {
	readonly input: LeadSyncInput;
	readonly activities: LeadSyncActivities;
	readonly notices: SyncNotices;
	/** Passes of several pages that are read at the same time. */
	readonly passes: Slots;
	/** All agents have to end what they do, so that the sync can continue as new or end. */
	readonly isEnding: boolean;
	/** Writes how the sync stands into its progress. @param message default: from the figures */
	report(message?: string): void;
	/** Whether another page could add more refused leads than the lists hold. */
	isFull(): boolean;
	/** Whether the agent rests now, whatever its leads are. */
	rests(part: AgentPart): boolean;
	/** The service does not show the agent. @throws once it shows none of those that the sync names */
	leave(part: AgentPart): void;
	/** The service shows the agent, perhaps again. @returns whether it was gone */
	returned(part: AgentPart): boolean;
	/** The next page of an agent. A new pass reads all leads captured until now. */
	pageOf(of: SyncOf, part: AgentPart, intervalSeconds: number, conditions: SyncConditions): SyncPage;
}

/** What the syncs of single agents into a flow share. */
export interface SharedFlow extends SharedSync {
	readonly line: LineState;
	/** Agents whose existing leads are read for the first time at once. */
	readonly first: Slots;
	/** Leads that wait or are leased. */
	readonly inLine: number;
	/** Leads were put in line, taken or settled. */
	changed(): void;
}

/** What the syncs of single agents to a destination share. */
export interface SharedDestination extends SharedSync {
	/** After a page or a retry. @param takes it took a lead @param isNews somebody who watches wants to know it */
	entered(takes: boolean, isNews: boolean): Promise<void>;
}
