import type { Locator, Page } from 'playwright-core';
import { picturePath } from './walk';

/** Takes a picture; see `picturePath` for where it goes. */
export async function takePicture(of: Page | Locator, file: string): Promise<void> {
	await of.screenshot({ path: await picturePath(file) });
}
