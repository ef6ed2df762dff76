/** Looks at other workflows, on the worker's own queue. */
export interface WaitActivities {
	/** Fails as `not_yet`, to be retried by the server, until every task has ended. */
	awaitTaskEnds(taskIds: string[]): Promise<void>;
}
