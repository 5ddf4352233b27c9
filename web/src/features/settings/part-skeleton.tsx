import { Card } from '#ui/card.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';

export const PartSkeleton = ({ title }: { title: string }) => (
  <Card title={title}>
    <SkeletonRows label={`Загружаем: ${title.toLowerCase()}`} count={2} />
  </Card>
);
