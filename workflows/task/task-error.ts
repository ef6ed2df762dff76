/** Why a task did not complete, in the shape of the service's error envelope (specification, part 7). */
export interface TaskError {
	/** Stable; the service's own type where the service refused. */
	type: string;
	title: string;
	status: number;
	detail: string;
	issues: Array<{ path: string; message: string }>;
}
