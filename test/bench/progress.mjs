// @ts-check

/**
 * Progress of a bench on its error output, so that its output holds figures alone.
 * @returns {(text: string) => void} prints a line behind the seconds since the bench began
 */
export function startProgress() {
	const began = Date.now();
	return (text) => {
		console.error(`${String(Math.round((Date.now() - began) / 1000)).padStart(5)} s  ${text}`);
	};
}
