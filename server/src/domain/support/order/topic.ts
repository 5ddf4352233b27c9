/** What messages about an order are about (`Notice.topic`). */
export const orderTopic = (orderId: number): string => `order:${orderId}`;
