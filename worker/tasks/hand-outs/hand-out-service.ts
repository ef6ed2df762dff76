import type {
	HandOutSettings,
	HandOutView,
	LeadOutcome,
	Settled,
	TakenLeads,
	TakeRequest,
} from '../../../workflows/lead-sync/hand-out-contract';

/**
 * What a flow asks of its sync. Each method throws Problem `task_not_found`, `not_a_flow_sync` if the sync writes to a
 * configured destination, `task_ended`, or `no_worker` if no worker responds in time.
 */
export interface HandOutService {
	/**
	 * The flow is published. A repeat opens it again.
	 * @param agentIds the agents that the flow wants, in a sync of several; null: all
	 * @returns the number of this opening, for `close`
	 */
	open(id: string, settings: HandOutSettings, agentIds?: string[] | null): Promise<number>;
	/** The flow is no longer published. @returns false if it was opened again since */
	close(id: string, opening: number): Promise<boolean>;
	/** What a request would find now. It costs the sync no history event. @param takeId of the request */
	view(id: string, takeId: string | null): Promise<HandOutView>;
	/** Takes leads. The same `takeId` takes the same leads. */
	take(id: string, takeId: string, request: TakeRequest): Promise<TakenLeads>;
	/** @returns the number of leads that the lease still holds */
	renew(id: string, lease: string, leaseSeconds: number): Promise<number>;
	/** Takes the ends of executions. Repeating it is safe. */
	settle(id: string, lease: string, outcomes: LeadOutcome[]): Promise<Settled>;
}
