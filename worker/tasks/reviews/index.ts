export type { ReviewService } from './review-service';
export { ReviewLinks } from './review-links';
export { TemporalReviewService } from './temporal-review-service';
