export * from './subscription-service';
export { TemporalSubscriptionService } from './temporal-subscription-service';
