// @ts-check

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 120;
const PLAIN_PAUSE_MS = 20_000;

/** @typedef {import('./board.mjs').Step} Step */

/**
 * Shows a board's steps: a moving line for each that runs on a terminal, plain lines elsewhere.
 * @param {import('./board.mjs').Board} board
 * @param {NodeJS.WriteStream} [stream]
 * @returns {{ print: (text: string) => void, stop: () => void }} `print` writes above the moving lines
 */
export function showProgress(board, stream = process.stdout) {
	return stream.isTTY ? showMoving(board, stream) : showPlain(board, stream);
}

/**
 * @param {import('./board.mjs').Board} board
 * @param {NodeJS.WriteStream} stream
 */
function showMoving(board, stream) {
	let drawn = 0;
	let frame = 0;
	const erase = () => {
		if (drawn > 0) stream.write(`\x1b[${drawn}A\x1b[0J`);
		drawn = 0;
	};
	const draw = () => {
		erase();
		const running = board.steps.filter(({ state }) => state === 'running');
		for (const step of running)
			stream.write(`${movingLine(step, FRAMES[frame % FRAMES.length] ?? '', stream.columns)}\n`);
		drawn = running.length;
	};
	const print = (/** @type {string} */ text) => {
		erase();
		stream.write(`${text}\n`);
		draw();
	};
	board.onChange((step) => {
		if (step.state !== 'running') print(endLine(step));
	});
	const timer = setInterval(() => {
		frame += 1;
		draw();
	}, FRAME_MS);
	timer.unref();
	return {
		print,
		stop: () => {
			clearInterval(timer);
			erase();
		},
	};
}

/**
 * @param {import('./board.mjs').Board} board
 * @param {NodeJS.WriteStream} stream
 */
function showPlain(board, stream) {
	/** @type {Map<Step, number>} */
	const printedAt = new Map();
	const print = (/** @type {string} */ text) => void stream.write(`${text}\n`);
	board.onChange((step) => {
		if (step.state !== 'running') return print(endLine(step));
		const last = printedAt.get(step);
		if (last !== undefined && Date.now() - last < PLAIN_PAUSE_MS) return;
		printedAt.set(step, Date.now());
		print(`… ${step.title}${step.detail ? `: ${step.detail}` : ''}`);
	});
	return { print, stop: () => {} };
}

/**
 * @param {Step} step
 * @param {string} sign
 * @param {number} columns
 */
function movingLine(step, sign, columns) {
	const text = `${sign} ${step.title} (${secondsOf(step)} s)${step.detail ? `  ${step.detail}` : ''}`;
	return text.slice(0, Math.max(columns - 1, 20));
}

/** @param {Step} step */
function endLine(step) {
	const sign = step.state === 'done' ? '✔' : '✘';
	return `${sign} ${step.title} (${secondsOf(step)} s)${step.detail ? `: ${step.detail}` : ''}`;
}

/** @param {Step} step */
function secondsOf(step) {
	return Math.round(((step.endedAt ?? Date.now()) - step.startedAt) / 1000);
}
