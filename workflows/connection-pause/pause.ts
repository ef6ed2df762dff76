/** The name of the workflow. */
export const CONNECTION_PAUSE = 'connectionPause';

/** Its id. While it is open, no call of the connection leaves. */
export function connectionPauseId(connection: string): string {
	return `connection-pause/${connection}`;
}
