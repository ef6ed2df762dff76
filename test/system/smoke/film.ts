import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { picturePath } from '../../support/browser/walk';

/** A film in a page must load on a phone. */
const LARGEST_BYTES = 2_000_000;
/** Between two frames of something that moves, in ms. */
const STEP_MS = 400;
/** Of something that takes longer, only the start and the end are shown. */
const MOST_FRAMES = 25;

interface Frame {
	picture: Buffer;
	/** How long it is shown. */
	ms: number;
}

/** A short film of what a person does in the browser: an animated picture without sound. */
export class Film {
	readonly #frames: Frame[] = [];

	constructor(private readonly page: Page) {}

	/** Shows what is on the screen now. @param ms how long. Somebody reads it meanwhile */
	async show(ms: number): Promise<void> {
		// Without the finer pixels of the window: a film needs no more.
		const picture = await this.page.screenshot({ scale: 'css', animations: 'allow' });
		const last = this.#frames.at(-1);
		if (last?.picture.equals(picture) === true) last.ms += ms;
		else this.#frames.push({ picture, ms });
	}

	/** Shows what happens until something is there. */
	async until(there: Promise<unknown>): Promise<void> {
		const end = there.then(() => true);
		// Whoever awaits this film gets the error.
		end.catch(() => undefined);
		const first = this.#frames.length;
		for (;;) {
			await this.show(STEP_MS);
			// oxlint-disable-next-line test-time/no-timer -- A film has a picture of each moment.
			const isThere = await Promise.race([end, this.page.waitForTimeout(STEP_MS).then(() => false)]);
			if (isThere) return;
			if (this.#frames.length - first > MOST_FRAMES) this.#frames.splice(-2, 1);
		}
	}

	/** Saves it as animated WebP, which repeats. @param file e.g. `first-flow.webp` */
	async save(file: string): Promise<number> {
		const pictures = this.#frames.map(({ picture }) => picture);
		const delay = this.#frames.map(({ ms }) => ms);
		const { size } = await sharp(pictures, { join: { animated: true } })
			.webp({ quality: 80, smartSubsample: true, effort: 5, loop: 0, delay })
			.toFile(await picturePath(file));
		if (size > LARGEST_BYTES) throw new Error(`The film ${file} has ${size} bytes. Show fewer frames.`);
		return this.#frames.length;
	}
}
