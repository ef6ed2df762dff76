/** The name of the workflow. */
export const CONNECTION_PAUSE = 'connectionPause';

/** Its id. While it is open, no call of the key leaves. @param key its digest */
export function connectionPauseId(key: string): string {
	return `connection-pause/${key}`;
}
