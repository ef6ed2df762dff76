/** The terminal that a person reads stdout on. Pipes and files have none. */
export interface Screen {
	/** How many characters fit into a line. */
	columns: number;
	hasColours: boolean;
	/** The IANA name of the person's time zone. */
	timeZone: string;
}

const DEFAULT_COLUMNS = 80;

/** @returns null when stdout leads into a pipe or a file */
export function screenOf(
	stdout: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'hasColors'>,
	env: NodeJS.ProcessEnv,
): Screen | null {
	if (!stdout.isTTY) return null;
	return {
		// Some terminals report no width.
		columns: stdout.columns || DEFAULT_COLUMNS,
		// no-color.org; Node's own check knows the terminal.
		hasColours: !env.NO_COLOR && stdout.hasColors(env),
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
	};
}

/** The title of a column of times: on a screen with the zone that they are in. */
export function timesHead(title: string, screen: Screen | null): string {
	return screen === null ? title : `${title} (${screen.timeZone})`;
}

/** A time below `timesHead`: on a screen the local one, elsewhere as it is. @param iso ISO 8601 */
export function timeInColumn(iso: string, screen: Screen | null): string {
	if (screen === null) return iso;
	const { timeZone } = screen;
	// The Swedish form is YYYY-MM-DD HH:MM:SS.
	return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(iso));
}

/** A time that stands alone: on a screen the local one with the name of its zone, elsewhere as it is. */
export function timeText(iso: string, screen: Screen | null): string {
	return screen === null ? iso : `${timeInColumn(iso, screen)} ${screen.timeZone}`;
}
