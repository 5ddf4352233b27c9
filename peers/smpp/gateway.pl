# A gateway of text messages by Net::SMPP. It says each message that it takes as a line of JSON, answers it, and reports at once:
# a number that ends in 0 is not delivered.
use strict;
use warnings;
use Net::SMPP;
use JSON::PP;

$| = 1;
my $listener = Net::SMPP->new_listen('127.0.0.1', port => 0, async => 1) or die "cannot listen: $!";
print encode_json({ port => $listener->sockport }), "\n";

while (my $line = $listener->accept) {
    ${*$line}{async} = 1;
    my $count = 0;
    while (my $pdu = $line->read_pdu) {
        my $command = $pdu->cmd;
        if ($command == Net::SMPP::CMD_bind_transceiver) {
            my $known = $pdu->{system_id} eq 'volga' && $pdu->{password} eq 'secret';
            $line->bind_transceiver_resp(seq => $pdu->seq, system_id => 'peer', status => $known ? 0 : 0x0e);
        } elsif ($command == Net::SMPP::CMD_enquire_link) {
            $line->enquire_link_resp(seq => $pdu->seq);
        } elsif ($command == Net::SMPP::CMD_submit_sm) {
            my $id = sprintf 'peer-%d', ++$count;
            print encode_json({
                id     => $id,
                to     => $pdu->{destination_addr},
                from   => $pdu->{source_addr},
                ton    => $pdu->{source_addr_ton},
                class  => $pdu->{esm_class},
                coding => $pdu->{data_coding},
                report => $pdu->{registered_delivery},
                hex    => unpack('H*', $pdu->{short_message}),
            }), "\n";
            $line->submit_sm_resp(seq => $pdu->seq, message_id => $id);
            my $state = $pdu->{destination_addr} =~ /0$/ ? 'UNDELIV' : 'DELIVRD';
            $line->deliver_sm(
                source_addr      => $pdu->{destination_addr},
                destination_addr => $pdu->{source_addr},
                esm_class        => 4,
                short_message    => "id:$id sub:001 dlvrd:001 submit date:2611231200 done date:2611231201 stat:$state err:000 text:",
            );
        } elsif ($command == Net::SMPP::CMD_deliver_sm_resp) {
            print encode_json({ answered => $pdu->status }), "\n";
        }
    }
}
