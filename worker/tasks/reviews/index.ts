export { ReviewLinks } from './review-links';
export { type ReviewService, TemporalReviewService } from './review-service';
