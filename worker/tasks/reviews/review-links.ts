import type { Keyring } from '../../temporal/keyring';
import { type ReviewLink, sealReviewToken } from './review-token';

/** The addresses of review pages, at the gateway as others reach it. */
export class ReviewLinks {
	constructor(
		private readonly keyring: Keyring,
		/** Without a trailing slash. */
		private readonly publicUrl: string,
	) {}

	of(link: ReviewLink): string {
		return `${this.publicUrl}/review/${sealReviewToken(this.keyring, link)}`;
	}
}
