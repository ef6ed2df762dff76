/** Where a run is asked for, below /api/v1. */
export function retrainPath(agentId: string): string {
	return `/agents/${agentId}/retrain`;
}

/** Where a run is watched. */
export function statusPath(agentId: string): string {
	return `/agents/${agentId}/training-status`;
}
